-- A subject's own properties, wherever they are: on the row, or in an object of their own when bulky.
select s.uid, ((s.json_addl -> 'properties') - 'execution')::text as properties,
  (select p.json_addl #>> '{properties,properties}'
    from tapline.lineage_link k
    cross join lateral (
      select * from tapline.instance_record p
      where p.tenant_id = k.tenant_id and p.uid between k.child_uid and k.child_uid
      order by p.uid limit 1) p
    where k.tenant_id = s.tenant_id and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_properties'
    order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1) as bulky
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid limit 1) s
