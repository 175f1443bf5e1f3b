-- Holds or dead letters of subjects that still stand: whatever lineage links to, by its own status.
select k.parent_uid, h.uid, h.euid, h.json_addl ->> 'properties' as properties
from tapline.lineage_link k
join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = :relationship and h.status = :status
order by h.uid
