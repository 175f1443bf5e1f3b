-- How people call subjects and workers, by uid, and those who acted, by the key that evidence names them by: for one page of a
-- trail, each by its primary key or its own (BETWEEN and the order as in named_objects.sql).
select o.euid, o.name
from unnest(:uids) as asked(uid)
cross join lateral (
  select s.euid, coalesce(s.json_addl #>> '{properties,display_name}', s.name) as name from tapline.generic_instance s
  where s.storage_class in ('subject', 'registry') and s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid limit 1) o
where o.name is not null
union all
select p.object_key, coalesce(p.json_addl #>> '{properties,display_name}', p.name) from tapline.instance_registry p
where p.tenant_id = :tenant and p.template_uid = :principal and p.object_key = any(:actors)
  and coalesce(p.json_addl #>> '{properties,display_name}', p.name) is not null
