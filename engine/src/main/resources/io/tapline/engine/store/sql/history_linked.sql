-- Holds or dead letters of a subject, whatever their status, with the queue that lineage names.
select h.euid, h.json_addl ->> 'properties' as properties,
  (select q.json_addl #>> '{properties,queue_key}' from tapline.lineage_link qk
    join tapline.instance_registry q on q.tenant_id = qk.tenant_id and q.uid = qk.parent_uid
    where qk.tenant_id = h.tenant_id and qk.child_uid = h.uid and qk.relationship = :queue_relationship
    limit 1) as queue_key,
  -- A person or a worker placed a hold; a record led to a dead letter.
  (select a.euid from tapline.lineage_link ak
    join tapline.generic_instance a on a.tenant_id = ak.tenant_id and a.uid = ak.parent_uid
      and a.storage_class in ('registry', 'record')
    where ak.tenant_id = h.tenant_id and ak.child_uid = h.uid and ak.relationship = :placed_relationship
    limit 1) as placed_by,
  (select a.euid from tapline.lineage_link ak
    join tapline.instance_registry a on a.tenant_id = ak.tenant_id and a.uid = ak.parent_uid
    where ak.tenant_id = h.tenant_id and ak.child_uid = h.uid and ak.relationship = :ended_relationship
    limit 1) as ended_by,
  -- The last lease before it: uids of one subject rise.
  (select l.euid from tapline.instance_lease l
    where l.tenant_id = h.tenant_id and l.subject_uid = k.parent_uid and l.uid < h.uid
    order by l.uid desc limit 1) as last_lease
from tapline.lineage_link k
join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = :uid and k.relationship = :relationship
order by h.uid
limit :limit
