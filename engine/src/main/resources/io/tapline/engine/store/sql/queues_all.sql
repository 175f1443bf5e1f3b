select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key is not null
-- As they were made: without an order, lists of queues would come as the planner reads the rows.
order by uid
