-- Rare: only a request about a queue key that nobody holds comes here. The registry is small.
select uid from tapline.instance_registry
where tenant_id = :tenant and json_addl #>> '{properties,queue_key}' = :key
order by uid desc limit 1
