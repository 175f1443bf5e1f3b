-- Invariants of leases and attempts. Each statement returns the violations.

-- name: one_active_lease
-- Exclusivity: two workers must never both hold a lease of one job. Lapsed leases count: a claim settles the lapsed lease before
-- it grants a new one.
select s.euid as object, count(*) || ' ACTIVE leases: ' || string_agg(l.euid, ', ' order by l.uid) as found
from tapline.instance_lease l
join tapline.subject_document s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = :tenant and l.status = 'ACTIVE'
group by s.uid, s.euid
having count(*) > 1

-- name: active_lease_is_newest
-- Every read of the lease of a job takes the newest one; an older ACTIVE lease would be live and ignored.
select l.euid as object, 'ACTIVE, but ' || n.euid || ' of the same subject is newer' as found
from tapline.instance_lease l
join (select distinct on (subject_uid) subject_uid, uid, euid, status from tapline.instance_lease
  where tenant_id = :tenant order by subject_uid, uid desc) n on n.subject_uid = l.subject_uid
where l.tenant_id = :tenant and l.status = 'ACTIVE' and n.uid <> l.uid
  -- one_active_lease reports two ACTIVE leases.
  and n.status <> 'ACTIVE'

-- name: running_is_leased
-- A RUNNING job without an ACTIVE lease can never lapse, so it would never return to its queue.
select s.euid as object, 'RUNNING without an ACTIVE lease' as found
from tapline.subject_document s
where s.tenant_id = :tenant and s.exec_state = 'N'
  and not exists (select 1 from tapline.instance_lease l
    where l.tenant_id = :tenant and l.subject_uid = s.uid and l.status = 'ACTIVE')

-- name: leased_state
-- A lease belongs to a waiting or running job; held, terminal, external and unrouted jobs have none.
select s.euid as object, tapline.state_word(s.exec_state) || ' under ACTIVE lease ' || l.euid as found
from tapline.instance_lease l
join tapline.subject_document s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = :tenant and l.status = 'ACTIVE'
  and s.exec_state not in ('R', 'T', 'N')

-- name: live_lease
-- The row of a job names its live lease, with the same terms, and no other: claims, sweeps and counts rely on the row.
select s.euid as object, 'row under lease ' || coalesce(s.lease_uid::text, 'none') || ', ACTIVE is '
  || coalesce((select string_agg(l.euid, ', ') from tapline.instance_lease l
    where l.tenant_id = :tenant and l.subject_uid = s.uid and l.status = 'ACTIVE'), 'none') as found
from tapline.subject_document s
where s.tenant_id = :tenant and case
  when s.lease_uid is null then (s.lease_worker_uid, s.lease_queue_uid, s.lease_expires_at) is distinct from (null, null, null)
    or exists (select 1 from tapline.instance_lease l
      where l.tenant_id = :tenant and l.subject_uid = s.uid and l.status = 'ACTIVE')
  else not exists (select 1 from tapline.instance_lease l
    where l.tenant_id = :tenant and l.uid = s.lease_uid and l.subject_uid = s.uid and l.status = 'ACTIVE'
      and l.worker_uid is not distinct from s.lease_worker_uid and l.queue_uid is not distinct from s.lease_queue_uid)
    -- A renewal only extends a lease.
    or s.lease_expires_at < (select a.created_dt + make_interval(secs => a.ttl_seconds) from tapline.attempt a
      where a.tenant_id = :tenant and a.uid = s.lease_uid) end

-- name: one_record_per_lease
-- A second record with the key of the first would contradict it. The row of the attempt guarantees that there is one.
select a.euid as object, 'two records ' || a.record_euid as found
from tapline.attempt_whole a
join tapline.instance_record r on r.tenant_id = a.tenant_id and r.uid = a.record_uid
where a.tenant_id = :tenant

-- name: one_end_per_lease
-- A lease ends once, by one action, on its own job. No index forbids a second end: the job's lock and the lease on its row do.
select min(f.euid) as object, count(*) || ' actions ended lease ' || f.lease_uid as found
from tapline.fact f
left join tapline.attempt a on a.tenant_id = f.tenant_id and a.uid = f.lease_uid
where f.tenant_id = :tenant and f.lease_uid is not null
group by f.lease_uid
having count(*) > 1 or bool_or(a.subject_uid is distinct from f.subject_uid)

-- name: ended_evidence
-- A record without a lease has the time of its end exactly if it is not open. For attempts, the columns of the action that ended them
-- require it.
select r.euid as object, 'record ' || r.status || ', finished_at ' || coalesce(r.finished_at, 'unset') as found
from tapline.generic_instance r
where r.tenant_id = :tenant and r.storage_class = 'record' and r.lease_uid is null and r.status <> 'FINAL' and (r.status = 'STARTED') = (r.finished_at is not null)

-- name: attempt_numbers
-- Attempts are numbered from 1; the number of an open lease agrees with its job.
select a.euid as object, 'attempt_number ' || coalesce(a.attempt_number::text, 'unset')
  || ', subject has spent ' || coalesce(s.attempt_count::text, 'nothing') as found
from tapline.attempt_whole a
left join tapline.subject s on s.tenant_id = a.tenant_id and s.uid = a.subject_uid
where a.tenant_id = :tenant
  and (coalesce(a.attempt_number, 0) < 1
    or a.status = 'ACTIVE' and s.uid is not null and a.attempt_number <> s.attempt_count + 1)

-- name: attempt_counts
-- The attempt count of a job equals the number of attempts that ended in an attempt-spending way since the count was last reset
-- (by a requeue or a next queue). An external failure spends an attempt too, with its own record, unless it came late and did not
-- change the revision.
select s.euid as object, 'attempt_count ' || coalesce(s.attempt_count::text, 'unset')
  || ', but ' || coalesce(a.spent, 0) || ' attempts were spent' as found
from tapline.subject_document s
left join (
  select ended.subject_uid, count(*) as spent
  from (
    select l.subject_uid, l.uid from tapline.instance_lease l
    join tapline.attempt_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
    where l.tenant_id = :tenant and exists (
      select 1 from unnest(:spending_leases, :spending_records) as e(lease, record)
      where e.lease = l.status and e.record = r.status)
    union all
    select k.parent_uid, r.uid from tapline.lineage_link k
    join tapline.instance_record r on r.tenant_id = k.tenant_id and r.uid = k.child_uid
    where k.tenant_id = :tenant and k.relationship = 'execution_subject_record'
      and r.status in ('FAILED_RETRYABLE', 'FAILED_TERMINAL')
      and r.json_addl #>> '{properties,ending_action_key}' = 'record_external_result'
      and r.json_addl #> '{properties,start_revision}' is distinct from r.json_addl #> '{properties,end_revision}') ended
  left join (
    select subject_uid, max(uid) as uid from tapline.instance_action
    where tenant_id = :tenant and subject_uid is not null
      and (json_addl @> '{"properties":{"events":[{"type":"job_requeued"}]}}'
        or json_addl @> '{"properties":{"events":[{"type":"job_routed"}]}}')
    group by subject_uid) reset on reset.subject_uid = ended.subject_uid
  where ended.uid > coalesce(reset.uid, 0)
  group by ended.subject_uid) a on a.subject_uid = s.uid
where s.tenant_id = :tenant and s.attempt_count is distinct from coalesce(a.spent, 0)::integer
