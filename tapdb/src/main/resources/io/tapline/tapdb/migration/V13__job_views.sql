-- What people ask of finished and failed work: of which kind it was, when it is in no queue any more; what it came with as a job;
-- and what went wrong last. The new columns are subqueries without a FROM of their own, so that a query that does not ask for
-- them, like those that only count, does not pay for them.
create or replace view tapline.v_job with (security_invoker = true) as
select s.tenant_id, s.euid as job_id, s.name, coalesce(s.exec_queue_key, (
    select k.json_addl #>> '{properties,queue_key}' from tapline.generic_instance k
    where k.storage_class = 'registry' and k.tenant_id = s.tenant_id and k.uid = l.queue_uid)) as job_kind,
  case
    when s.json_addl #>> '{properties,execution,cleaned_at}' is not null then 'cleaned'
    when l.lapsed and s.exec_state in ('READY', 'FAILED_RETRYABLE', 'RUNNING')
      and (s.json_addl #>> '{properties,execution,attempt_count}')::integer + 1 >=
        coalesce((s.json_addl #>> '{properties,execution,max_attempts_override}')::integer,
          (q.json_addl #>> '{properties,max_attempts_default}')::integer) then 'dead_letter'
    when s.exec_state in ('PENDING', 'HELD') then 'queued'
    when s.exec_state in ('READY', 'FAILED_RETRYABLE') and l.live then 'leased'
    when s.exec_state = 'FAILED_RETRYABLE' and s.json_addl #>> '{properties,execution,retry_at}' > n.now then 'retry_waiting'
    when s.exec_state in ('READY', 'FAILED_RETRYABLE') then 'queued'
    when s.exec_state = 'RUNNING' and l.lapsed then 'queued'
    when s.exec_state in ('RUNNING', 'WAITING_EXTERNAL') then 'in_progress'
    when s.exec_state = 'COMPLETED' then 'succeeded'
    when s.exec_state = 'CANCELED' then 'cancelled'
    when exists (
      select 1 from tapline.lineage_link k
      join tapline.generic_instance d on d.storage_class = 'registry' and d.tenant_id = k.tenant_id and d.uid = k.child_uid
      where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_dead_letter'
        and d.status = 'OPEN') then 'dead_letter'
    else 'failed' end as status,
  s.exec_state as state, s.priority, s.due_at, s.visible_from,
  (s.json_addl #>> '{properties,execution,attempt_count}')::integer as attempts,
  s.json_addl #>> '{properties,execution,deadline_at}' as deadline_at,
  s.json_addl #>> '{properties,execution,correlation_id}' as correlation_id,
  s.json_addl #>> '{properties,execution,workflow_euid}' as workflow_id,
  s.created_dt as enqueued_at, s.modified_dt as changed_at,
  j.job ->> 'domain' as event_domain, j.job ->> 'executor' as executor, j.job ->> 'idempotency_key' as idempotency_key,
  j.job ->> 'source_ref' as source_ref, j.job ->> 'target_ref' as target_ref, j.job ->> 'payload_ref' as payload_ref,
  j.job ->> 'enqueued_by' as enqueued_by, j.job ->> 'source_system' as source_system,
  case when r.attempt ->> 'error_class' is not null then r.attempt ->> 'error_message' end as last_error,
  case when r.attempt ->> 'error_class' is not null then r.attempt ->> 'finished_at' end as last_error_at,
  case when l.live then l.expires_at end as leased_until
from tapline.generic_instance s
cross join lateral (select tapline.time_text(tapline.clock()) as now) n
left join lateral (
  select l.uid, l.queue_uid, l.expires_at, l.status = 'ACTIVE' and l.expires_at > n.now as live,
    l.status = 'ACTIVE' and l.expires_at <= n.now as lapsed
  from tapline.generic_instance l
  where l.storage_class = 'lease' and l.tenant_id = s.tenant_id and l.subject_uid = s.uid
  order by l.uid desc limit 1) l on true
left join lateral (
  select q.json_addl from tapline.generic_instance q
  join tapline.generic_template t on t.tenant_id = q.tenant_id and t.uid = q.template_uid
  where q.storage_class = 'registry' and q.tenant_id = s.tenant_id and q.object_key = s.exec_queue_key
    and t.template_code = 'data/execution/queue/1.0') q on true
cross join lateral (
  select coalesce(s.json_addl #> '{properties,job}', (
    select p.json_addl #> '{properties,properties,job}' from tapline.lineage_link k
    join tapline.generic_instance p on p.storage_class = 'record' and p.tenant_id = k.tenant_id and p.uid = k.child_uid
    where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_properties'
    order by k.child_uid desc limit 1)) as job) j
cross join lateral (
  select (
    select a.json_addl -> 'properties' from tapline.generic_instance a
    where a.storage_class = 'record' and a.tenant_id = s.tenant_id and a.lease_uid = l.uid limit 1) as attempt) r
where s.storage_class = 'subject';

create or replace view tapline.v_job_queue_dead_letter_open with (security_invoker = true) as
  select * from tapline.v_job where status = 'dead_letter';
