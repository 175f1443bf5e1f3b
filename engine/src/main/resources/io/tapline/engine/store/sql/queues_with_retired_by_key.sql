-- Retired ones too: a request about a queue may come again after its key has passed to a successor. Rare, and a tenant has
-- few queues.
select uid from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and json_addl #>> '{properties,queue_key}' = :key
