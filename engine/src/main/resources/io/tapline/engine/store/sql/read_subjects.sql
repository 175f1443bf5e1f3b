-- What the locks protect, read by a statement of its own after they are held: the locking statement's snapshot is older
-- than the lock, and a claim leaves the subject row as it was, so that statement would still see no lease.
-- The feed key is that of everything that happened to the subject before. Whatever happens to it writes its row or that of
-- its newest lease, and leaves its place in the log there: no look-up in the log is needed.
-- BETWEEN and the orders leave each look-up one index to choose, whatever the planner knows of the tables (unleased.sql).
-- The newest lease of a subject is the only one that can be active: every claim settles what came before it.
select s.uid, s.euid, s.template_uid, s.name, s.is_deleted, s.created_dt, s.modified_dt,
  s.json_addl #>> '{properties,execution}' as execution,
  l.uid as lease_uid, l.euid as lease_euid, l.worker_uid, l.queue_uid,
  l.json_addl ->> 'properties' as lease,
  r.uid as record_uid, r.euid as record_euid, r.json_addl ->> 'properties' as record,
  greatest(s.feed_key, l.feed_key) as feed_key,
  case when :with_properties then ((s.json_addl -> 'properties') - 'execution')::text end as own_properties,
  -- Bulky ones stand beside a row that has none.
  case when :with_properties and (s.json_addl -> 'properties') - 'execution' = '{}' then (
    select p.json_addl #>> '{properties,properties}'
    from tapline.lineage_link k
    cross join lateral (
      select * from tapline.instance_record p
      where p.tenant_id = k.tenant_id and p.uid between k.child_uid and k.child_uid
      order by p.uid limit 1) p
    where k.tenant_id = s.tenant_id and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_properties'
    order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1) end as bulky_properties
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid limit 1) s
left join lateral (
  select * from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid between s.uid and s.uid
  order by l.subject_uid desc, l.uid desc limit 1) l on true
left join lateral (
  select * from tapline.instance_record r
  where r.tenant_id = s.tenant_id and r.lease_uid between l.uid and l.uid
  order by r.lease_uid limit 1) r on true
