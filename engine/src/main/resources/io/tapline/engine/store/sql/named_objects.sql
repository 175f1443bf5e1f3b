-- Subjects and registered objects that a pack's action names, in full. The order and BETWEEN keep each look-up at its
-- primary key, whatever the planner knows (unleased.sql).
select o.uid, o.euid, o.template_uid, o.name, o.storage_class,
  ((o.json_addl -> 'properties') - 'execution')::text as properties,
  o.json_addl #>> '{properties,execution}' as execution
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.generic_instance s
  where s.storage_class in ('subject', 'registry') and s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid limit 1) o
