-- Retired ones too: what ended in them is still put away by their policy. A tenant has few queues.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template
order by uid
