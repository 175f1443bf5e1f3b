-- How the jobs of a tenant stand: what tapline.fn_job_queue_health() says, which reads all work there ever was (30 s at a million
-- waiting). Here what waits is counted by its index (subject_ready_order), what is delayed, parked or under a lease by theirs, and
-- what has ended is not looked at. JobHealthTest keeps the two together.
-- :leased are the subjects under a lease that was not settled: what they count as depends on that lease. Planned for the values
-- at hand, so that the list is hashed once.
with leased as materialized (
  select s.created_dt, l.expires_at > :now as live, s.exec_state as state, s.visible_from,
    (s.json_addl #>> '{properties,execution,attempt_count}')::integer + 1
      >= coalesce((s.json_addl #>> '{properties,execution,max_attempts_override}')::integer, (
        select (q.json_addl #>> '{properties,max_attempts_default}')::integer from tapline.instance_registry q
        where q.tenant_id = :tenant and q.template_uid = :queue_template and q.object_key = s.exec_queue_key)) as last_attempt
  from tapline.instance_lease l
  cross join lateral (
    select * from tapline.instance_subject s
    where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
    order by s.uid limit 1) s
  where l.tenant_id = :tenant and l.status = 'ACTIVE'),
queued as (
  select count(*) as jobs, min(s.created_dt) as oldest from tapline.instance_subject s
  where s.tenant_id = :tenant and s.ready_queue_key is not null and s.uid <> all(:leased)
    and not (s.exec_state = 'FAILED_RETRYABLE' and s.visible_from > :now)
  union all
  select count(*), min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.delayed_queue_key is not null and s.uid <> all(:leased)
    and not (s.exec_state = 'FAILED_RETRYABLE' and s.visible_from > :now)
  union all
  select count(*), min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.parked_as >= 'HELD ' and s.parked_as < 'HELD!'
  union all
  select count(*), min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.parked_as >= 'PENDING ' and s.parked_as < 'PENDING!'
  union all
  select count(*), min(created_dt) from leased
  where not live and not coalesce(last_attempt, false) and not (state = 'FAILED_RETRYABLE' and visible_from > :now)),
dead as (
  select count(distinct k.parent_uid) as letters
  from tapline.instance_registry d
  cross join lateral (
    select k.parent_uid from tapline.lineage_link k
    where k.tenant_id = :tenant and k.child_uid between d.uid and d.uid and k.relationship = 'execution_subject_dead_letter'
    order by k.child_uid, k.relationship, k.parent_uid) k
  cross join lateral (
    select s.exec_state, s.json_addl from tapline.instance_subject s
    where s.tenant_id = :tenant and s.uid between k.parent_uid and k.parent_uid order by s.uid limit 1) s
  where d.tenant_id = :tenant and d.template_uid = :dead_letter and d.status = 'OPEN' and s.exec_state = 'FAILED_TERMINAL'
    and s.json_addl #>> '{properties,execution,cleaned_at}' is null)
select (select sum(jobs) from queued)::bigint as backlog,
  (select count(*) from leased where live)
    + (select count(*) from tapline.instance_subject s
       where s.tenant_id = :tenant and s.parked_as >= 'WAITING_EXTERNAL ' and s.parked_as < 'WAITING_EXTERNAL!') as in_progress,
  (select letters from dead) + (select count(*) from leased where not live and last_attempt) as dead_letter_open,
  coalesce(extract(epoch from (select tapline.clock()) - (select min(oldest) from queued))::bigint, 0) as oldest_queued_age_s,
  (select count(*) from leased where live) as lease_active
