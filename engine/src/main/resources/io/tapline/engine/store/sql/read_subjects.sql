-- What the locks protect, read by a statement of its own after they are held: the locking statement's snapshot is older
-- than the lock, and a claim leaves the subject row as it was, so that statement would still see no lease.
-- The feed key is that of everything that happened to the subject before, renewals of its lease included: those of leases
-- before it are covered by the actions that ended them, and a lease that was never renewed need not be asked.
-- BETWEEN and the orders leave each look-up one index to choose, whatever the planner knows of the tables (unleased.sql).
-- The newest lease of a subject is the only one that can be active: every claim settles what came before it.
select s.uid, s.euid, s.template_uid, s.name, s.created_dt,
  s.json_addl #>> '{properties,execution}' as execution,
  l.uid as lease_uid, l.euid as lease_euid, l.worker_uid, l.queue_uid,
  l.json_addl ->> 'properties' as lease,
  r.uid as record_uid, r.euid as record_euid, r.json_addl ->> 'properties' as record,
  greatest((select a.feed_key from tapline.instance_action a
      where a.tenant_id = s.tenant_id and a.executed_on_uid between s.uid and s.uid
      order by a.executed_on_uid desc, a.feed_key desc limit 1),
    case when l.json_addl #>> '{properties,heartbeat_at}' <> l.json_addl #>> '{properties,claimed_at}' then
      (select p.feed_key from tapline.instance_pulse p
        where p.tenant_id = s.tenant_id and p.executed_on_uid between s.uid and s.uid
        order by p.executed_on_uid desc, p.feed_key desc limit 1) end) as feed_key
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
