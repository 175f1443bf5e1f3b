-- Subscriptions in one status, a page at a time.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and status = :status and uid > :after
order by uid
limit :limit
