-- What a webhook would not take, by status, oldest first, a page at a time. Along its links, so that another's cost nothing.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties
from tapline.lineage_link k
join tapline.instance_registry o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_dead_letter' and k.child_uid > :after
  and o.status = any(:statuses)
order by k.child_uid
limit :limit
