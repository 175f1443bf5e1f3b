-- Objects and how each came to be: by the attempt that had it as an output, and the action that ended that attempt; or else by
-- the first action on it. BETWEEN and the orders leave each look-up one index to choose (unleased.sql).
select i.uid, i.euid, i.name, i.template_uid, i.created_dt, i.exec_state,
  r.euid as record_euid, l.euid as lease_euid, w.euid as worker_euid,
  a.euid as action_euid, a.created_dt as made_at, a.json_addl ->> 'properties' as action
from unnest(:uids::bigint[]) as asked(uid)
cross join lateral (
  select * from tapline.generic_instance i
  where i.tenant_id = :tenant and i.uid between asked.uid and asked.uid and i.storage_class in ('subject', 'registry', 'record')
  order by i.uid limit 1) i
left join lateral (
  select o.parent_uid from tapline.lineage_link o
  where o.tenant_id = :tenant and o.child_uid between i.uid and i.uid and o.relationship = 'execution_record_output'
  order by o.child_uid, o.relationship, o.parent_uid limit 1) o on true
left join lateral (
  (select r.uid, r.euid, r.lease_uid from tapline.attempt_record r
   where r.tenant_id = :tenant and r.uid between o.parent_uid and o.parent_uid
   order by r.uid limit 1)
  union all
  (select r.uid, r.euid, null from tapline.instance_record r
   where r.tenant_id = :tenant and r.uid between o.parent_uid and o.parent_uid
   order by r.uid limit 1)) r on true
left join lateral (
  select l.uid, l.euid, l.subject_uid, l.worker_uid from tapline.instance_lease l
  where l.tenant_id = :tenant and l.uid between r.lease_uid and r.lease_uid
  order by l.uid limit 1) l on true
left join lateral (
  select k.parent_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.child_uid between r.uid and r.uid and k.relationship = 'execution_subject_record'
  order by k.child_uid, k.relationship limit 1) k on true
left join lateral (
  select w.euid from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between l.worker_uid and l.worker_uid
  order by w.uid limit 1) w on true
-- A column by itself (offset keeps it so): under row-level security PostgreSQL takes no coalesce for a condition of an index.
cross join lateral (select coalesce(l.subject_uid, k.parent_uid) as uid offset 0) s
left join lateral (
  (select b.* from tapline.instance_action b
   where b.tenant_id = :tenant and b.executed_on_uid between s.uid and s.uid
     and (b.json_addl #>> '{properties,lease_euid}' = l.euid or b.json_addl #>> '{properties,record_euid}' = r.euid)
   order by b.executed_on_uid desc, b.feed_key desc, b.uid desc limit 1)
  union all
  (select b.* from tapline.instance_action b
   where b.tenant_id = :tenant and r.uid is null and b.executed_on_uid between i.uid and i.uid
   order by b.executed_on_uid, b.feed_key, b.uid limit 1)) a on true
