-- Holds or dead letters of a subject, whatever their status, with the queue that lineage names.
with page as materialized (
  select h.uid, h.euid, h.json_addl ->> 'properties' as properties,
    s.uid as subject_uid, s.euid as subject_euid, s.name as subject_name,
    (select q.json_addl #>> '{properties,queue_key}' from tapline.lineage_link qk
      join tapline.instance_registry q on q.tenant_id = qk.tenant_id and q.uid = qk.parent_uid
      where qk.tenant_id = h.tenant_id and qk.child_uid = h.uid and qk.relationship = :queue_relationship
      limit 1) as queue_key
  from tapline.lineage_link k
  join tapline.instance_subject s on s.tenant_id = k.tenant_id and s.uid = k.parent_uid
  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
  where k.tenant_id = :tenant and k.parent_uid = :uid and k.relationship = :subject_relationship
  order by h.uid
  limit :limit)
--include evidence_linked
