-- Holds or dead letters of subjects that still stand: whatever lineage links to, by its own status.
select k.parent_uid, h.uid, h.euid, h.json_addl ->> 'properties' as properties
from unnest(:uids) as u(uid)
cross join lateral (
  select k.parent_uid, k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid between u.uid and u.uid and k.relationship = :relationship
  order by k.parent_uid, k.relationship, k.child_uid) k
cross join lateral (
  select * from tapline.instance_registry h
  where h.tenant_id = :tenant and h.uid between k.child_uid and k.child_uid
  order by h.uid limit 1) h
where h.status = :status
order by h.uid
