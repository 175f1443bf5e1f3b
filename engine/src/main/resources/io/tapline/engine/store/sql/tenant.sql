-- Settings of a tenant, and planner settings for reads of whole sets.

-- name: tenant_setting
-- A setting of the tenant, if it was ever set.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key

-- name: lock_setting
-- The lock serializes changes of settings.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key
for no key update

-- name: read_sets
-- Enables the other methods of the planner for reads over whole sets, and disables them again (see transaction.sql#enter_tenant
-- of tapdb).
select set_config('enable_hashjoin', ?, true), set_config('enable_mergejoin', ?, true),
  set_config('enable_bitmapscan', ?, true), set_config('enable_sort', ?, true), set_config('plan_cache_mode', ?, true)
