-- A subject's own properties, wherever they are: on the row, or in an object of their own when bulky.
select s.uid, s.json_addl ->> 'properties' as properties,
  (select p.json_addl #>> '{properties,properties}'
    from tapline.lineage_link k
    join tapline.instance_record p on p.tenant_id = k.tenant_id and p.uid = k.child_uid
    where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_properties'
    limit 1) as bulky
from tapline.instance_subject s
where s.tenant_id = :tenant and s.uid = any(:uids)
