-- Settings of a tenant, and of the planner for reads of whole sets.

-- name: tenant_setting
-- A setting of the tenant, if anyone ever set it.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key

-- name: lock_setting
-- Settings change one after the other.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key
for no key update

-- name: read_sets
-- Reads over whole sets get the planner's other methods back, and give them up again (see transaction.sql#enter_tenant of tapdb).
select set_config('enable_hashjoin', ?, true), set_config('enable_mergejoin', ?, true),
  set_config('enable_bitmapscan', ?, true), set_config('enable_sort', ?, true), set_config('plan_cache_mode', ?, true)
