-- Views for people and BI tools. security_invoker applies the policies of the reader, and those of a tenant's reader contain its tenant as
-- a constant. Leases are read without their documents, which contain the token. v_job has the required columns with the values of GET
-- /api/v1/jobs/{job_id} (SubstrateReads.java, job.sql#job_history); its status is decide/StatusProjections.java in SQL. JobViewTest
-- compares them. Columns that a query does not select cost nothing: they are subqueries without a FROM of their own, so a query that only
-- counts does not run them.
create view tapline.v_job with (security_invoker = true) as
select s.euid as job_id,
  coalesce(s.exec_queue_key, (
    select k.json_addl #>> '{properties,queue_key}' from tapline.generic_instance k
    where k.storage_class = 'registry' and k.tenant_id = s.tenant_id and k.uid = l.queue_uid), x.kept ->> 'queue_key') as job_kind,
  j.job ->> 'domain' as event_domain,
  coalesce(j.job ->> 'idempotency_key', (
    select a.idempotency_key from tapline.instance_action a
    where a.tenant_id = s.tenant_id and a.executed_on_uid = s.uid
      and a.action_key = 'enqueue_subject'
    order by a.feed_key, a.uid limit 1)) as idempotency_key,
  j.job ->> 'source_ref' as source_ref, j.job ->> 'target_ref' as target_ref, j.job ->> 'payload_ref' as payload_ref,
  coalesce(j.job -> 'safe_payload', case when j.job is null then c.properties else c.properties - 'job' end) as safe_payload,
  coalesce(j.job ->> 'payload_classification', 'safe_metadata') as payload_classification,
  -- The executor of the kind, if it has one.
  coalesce((
    select case when jsonb_array_length(k.json_addl #> '{properties,required_worker_capabilities}') = 1
      then k.json_addl #>> '{properties,required_worker_capabilities,0}' end
    from tapline.generic_instance k
    where k.storage_class = 'registry' and k.tenant_id = s.tenant_id and k.uid = coalesce(q.uid, l.queue_uid)),
    j.job ->> 'executor') as executor,
  case
    when s.cleaned_at is not null then 'cleaned'
    when g.exhausted then 'dead_letter'
    when s.exec_state in ('PENDING', 'HELD') then 'queued'
    when s.exec_state in ('READY', 'FAILED_RETRYABLE') and l.live then 'leased'
    when s.exec_state = 'FAILED_RETRYABLE' and s.retry_at > n.now then 'retry_waiting'
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
  -- An attempt whose lease lapsed is spent, and has failed, at the instant of the lapse (decide/Ending.java).
  s.attempt_count + case when l.lapsed then 1 else 0 end as attempts,
  case when l.lapsed then 'the lease lapsed at ' || l.expires_at || ': the worker did not renew it in time'
    else coalesce(e.error ->> 'error_message', x.kept ->> 'last_error') end as last_error,
  case when l.lapsed then l.expires_at
    else coalesce(e.error ->> 'ended_at', x.kept ->> 'last_error_at') end::timestamptz as last_error_at,
  case when l.live then r.attempt #>> '{input_snapshot,lease_name}' end as lease_name,
  case when l.live then r.attempt #>> '{input_snapshot,lease_holder}' end as lease_holder,
  -- The token authorizes changes of the job: only the holder gets it, with the claim.
  null::text as lease_token,
  case when l.live then l.expires_at::timestamptz end as leased_until,
  s.visible_from::timestamptz as process_after,
  (s.deadline)::timestamptz as deadline_at,
  s.priority,
  s.correlation_id as correlation_id,
  -- The properties of a job can name its event and its parent; otherwise lineage has them, whichever API linked them.
  coalesce(j.job ->> 'causation_event', (
    select i.euid from tapline.lineage_link k
    join tapline.instance_action i on i.tenant_id = k.tenant_id and i.uid = k.parent_uid
    where k.tenant_id = s.tenant_id and k.child_uid = s.uid and k.relationship = 'job_caused' limit 1)) as causation_event_id,
  coalesce(j.job ->> 'parent_job', (
    select i.euid from tapline.lineage_link k
    join tapline.generic_instance i on i.storage_class = 'subject' and i.tenant_id = k.tenant_id and i.uid = k.parent_uid
    where k.tenant_id = s.tenant_id and k.child_uid = s.uid and k.relationship = 'job_parent' limit 1),
    s.compensates) as parent_job_id,
  s.workflow_euid as workflow_id,
  coalesce(j.job ->> 'enqueued_by', x.kept ->> 'enqueued_by', (
    select a.actor from tapline.instance_action a
    where a.tenant_id = s.tenant_id and a.executed_on_uid = s.uid
    order by a.feed_key, a.uid limit 1)) as enqueued_by,
  s.created_dt as enqueued_at,
  case when x.kept is not null then (x.kept ->> 'started_at')::timestamptz else (
      select max(a.created_dt) from tapline.instance_action a
      where a.tenant_id = s.tenant_id and a.executed_on_uid = s.uid
        and 'job_started' in (a.event_type, a.event_more)) end as started_at,
  case when g.exhausted then l.expires_at::timestamptz
    when s.exec_state not in ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED') then null
    when x.kept is not null then (x.kept ->> 'finished_at')::timestamptz
    else (
      -- A job that a lapse ended has ended at the lapse, not at its settlement.
      select case when l.released_at > l.expires_at and l.released_at::timestamptz = max(a.created_dt)
        then l.expires_at::timestamptz else max(a.created_dt) end
      from tapline.instance_action a
      where a.tenant_id = s.tenant_id and a.executed_on_uid = s.uid
        and a.to_state in ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED')
        and a.from_state is distinct from a.to_state) end as finished_at,
  j.job ->> 'source_system' as source_system,
  -- This column and those after it are additional.
  case when s.exec_state = 'COMPLETED' then coalesce((
      select a.json_addl #>> '{properties,result_snapshot,result_ref}' from tapline.instance_lease y
      join tapline.attempt_record a on a.tenant_id = y.tenant_id and a.lease_uid = y.uid
      where y.tenant_id = s.tenant_id and y.subject_uid = s.uid and a.status = 'SUCCEEDED'
      order by a.finished_at desc, a.uid desc limit 1), x.kept ->> 'result_ref') end as result_ref,
  s.tenant_id, s.name, s.exec_state as state, s.due_at::timestamptz as due_at, s.modified_dt as changed_at, s.retired_at
from (
  select s.tenant_id, s.uid, s.euid, s.name, s.exec_queue_key, s.exec_state, s.cleaned_at, s.retry_at, s.attempt_count,
    s.max_attempts_override, s.visible_from, s.deadline, s.priority, s.correlation_id, s.compensates, s.workflow_euid, s.created_dt,
    s.due_at, s.modified_dt, s.summary, s.own, null::timestamptz as retired_at
  from tapline.instance_subject s
  union all
  -- Retired jobs: their own fields are erased, their links remain.
  select o.tenant_id, o.uid, o.euid, null, null, o.exec_state, tapline.time_text(o.cleaned_at), null, o.attempt_count,
    null, null, null, 0, null, (
      select i.euid from tapline.lineage_link k
      join tapline.generic_instance i on i.storage_class = 'subject' and i.tenant_id = k.tenant_id and i.uid = k.parent_uid
      where k.tenant_id = o.tenant_id and k.child_uid = o.uid and k.relationship = 'job_compensation' limit 1), (
      select w.euid from tapline.lineage_link k
      join tapline.generic_instance w on w.storage_class = 'registry' and w.tenant_id = k.tenant_id and w.uid = k.parent_uid
      where k.tenant_id = o.tenant_id and k.child_uid = o.uid and k.relationship = 'workflow_job' limit 1), o.created_dt,
    null, o.modified_dt, o.json_addl #> '{properties,execution,summary}', null, o.retired_at
  from tapline.instance_tombstone o) s
cross join lateral (select tapline.time_text(tapline.clock()) as now) n
left join lateral (
  select l.uid, l.queue_uid, l.expires_at, l.released_at,
    l.status = 'ACTIVE' and l.expires_at > n.now as live, l.status = 'ACTIVE' and l.expires_at <= n.now as lapsed
  from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid = s.uid
  order by l.uid desc limit 1) l on true
left join lateral (
  select q.uid, q.json_addl from tapline.generic_instance q
  join tapline.generic_template t on t.tenant_id = q.tenant_id and t.uid = q.template_uid
  where q.storage_class = 'registry' and q.tenant_id = s.tenant_id and q.object_key = s.exec_queue_key
    and t.template_code = 'data/execution/queue/1.0') q on true
-- Whether the last attempt has lapsed and is not settled yet.
cross join lateral (
  select l.lapsed and s.exec_state in ('READY', 'FAILED_RETRYABLE', 'RUNNING') and s.attempt_count + 1 >=
    coalesce(s.max_attempts_override, (q.json_addl #>> '{properties,max_attempts_default}')::integer) as exhausted) g
-- The summary that remains of an archived job.
cross join lateral (select s.summary as kept) x
-- The properties of the job; bulky ones are in a record beside it.
cross join lateral (
  select coalesce((
    select p.json_addl #> '{properties,properties}' from tapline.lineage_link k
    join tapline.generic_instance p on p.storage_class = 'record' and p.tenant_id = k.tenant_id and p.uid = k.child_uid
    where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_properties'
    order by k.child_uid desc limit 1), coalesce(s.own, '{}')) as properties) c
cross join lateral (
  select case when jsonb_typeof(c.properties -> 'job') = 'object' then c.properties -> 'job' end as job) j
cross join lateral (
  select (
    select a.json_addl -> 'properties' from tapline.attempt_record a
    where a.tenant_id = s.tenant_id and a.lease_uid = l.uid limit 1) as attempt) r
-- The last attempt that failed, under a lease or without one, also if a later one succeeded.
cross join lateral (
  select (
    select f.attempt || jsonb_build_object('ended_at', f.ended_at) from (
      select a.uid, a.json_addl -> 'properties' as attempt,
        least(a.finished_at, case a.status when 'EXPIRED' then y.expires_at end) as ended_at
      from tapline.instance_lease y
      join tapline.attempt_record a on a.tenant_id = y.tenant_id and a.lease_uid = y.uid
      where y.tenant_id = s.tenant_id and y.subject_uid = s.uid
      union all
      select a.uid, a.json_addl -> 'properties', a.json_addl #>> '{properties,finished_at}' from tapline.lineage_link k
      join tapline.generic_instance a on a.storage_class = 'record' and a.tenant_id = k.tenant_id and a.uid = k.child_uid
      where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_record'
        -- A late external result is left out: it does not change the job (attempt.sql#changed_its_subject).
        and a.json_addl #> '{properties,start_revision}' is distinct from a.json_addl #> '{properties,end_revision}') f
    where f.attempt ->> 'error_class' is not null
    order by f.ended_at desc, f.uid desc limit 1) as error) e;
comment on view tapline.v_job is 'Every piece of work as a job. See docs/guide/sql.md.';

create view tapline.v_job_queue_backlog with (security_invoker = true) as
  select tenant_id, job_kind, count(*) as backlog from tapline.v_job where status = 'queued' group by tenant_id, job_kind;

create view tapline.v_job_queue_in_progress with (security_invoker = true) as
  select tenant_id, job_kind, count(*) as in_progress from tapline.v_job where status in ('leased', 'in_progress')
  group by tenant_id, job_kind;

create view tapline.v_job_queue_dead_letter_open with (security_invoker = true) as
  select * from tapline.v_job where status = 'dead_letter';

create function tapline.fn_job_queue_health() returns jsonb
  language sql stable as
$$
  select jsonb_build_object(
    -- The kill switch: enqueue is enabled unless an administrator turned it off.
    'enabled', not exists (
      select 1 from tapline.generic_template t
      join tapline.generic_instance s on s.storage_class = 'registry' and s.tenant_id = t.tenant_id and s.template_uid = t.uid
      where t.template_code = 'data/execution/setting/1.0' and s.object_key = 'queue.job_substrate.enabled'
        and s.json_addl #>> '{properties,enabled}' = 'false'),
    'backlog', count(*) filter (where status = 'queued'),
    'in_progress', count(*) filter (where status in ('leased', 'in_progress')),
    'dead_letter_open', count(*) filter (where status = 'dead_letter'),
    'oldest_queued_age_s', coalesce(extract(epoch from tapline.clock()
      - min(enqueued_at) filter (where status = 'queued'))::bigint, 0),
    'lease_active', (select count(*) from tapline.live_lease l
      where l.expires_at > tapline.time_text(tapline.clock())))
  from tapline.v_job
$$;
grant select on tapline.v_job, tapline.v_job_queue_backlog, tapline.v_job_queue_in_progress,
  tapline.v_job_queue_dead_letter_open to ${servingRole};
