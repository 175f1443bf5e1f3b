-- The frequent requests of workers as one statement: endings, claims, or both (docs/adr/0033).

-- name: step
-- Endings, a claim, or both, of one or more requests. Java has decided on rows that it read before; the statement checks that they are still
-- what the decision was made on, and writes everything or nothing. It is a transaction of its own, with the tenant's settings in front of it.
-- Without endings the arrays of endings are empty, without a claim :most is 0.
--
-- statement_timestamp() is the one reading of the clock. The statement waits for a row only where an ending waits for its subject, and a
-- subject that changed meanwhile has moved and is no match. It is later than the lock of a worker, which a statement before this one takes.
-- A time before the newest one of a subject is no match either: the general path keeps the evidence of that subject in order.
with moment as materialized (
  select m.at, tapline.feed_key() as feed_key, tapline.uid_sequence(:tenant) as uids
  from (select statement_timestamp() + (select o.shift from tapline.clock_offset o) as at) m),
-- The queue and the workers are the very versions that the decisions were made on: xmin is another after every change of a row.
known as materialized (
  select count(*) = cardinality(:known::bigint[]) as unchanged
  from tapline.instance_registry o
  where o.tenant_id = :tenant and o.uid = any(:known::bigint[])
    and o.xmin = (:versions::xid[])[array_position(:known::bigint[], o.uid)]),
-- Whether the claim may go on: nothing changed, no request is too late, no worker owes a sign of life, no lease of the queue has lapsed and
-- no delayed subject has matured (both come first, in transactions of their own), and no worker gets more leases than it may have. CASE keeps
-- the order, so that a statement without a claim asks nothing. Workers that are counted are locked by the statement before this one: a count
-- in this one's snapshot is good only then. Below its floor a worker has no live lease.
gate as materialized (
  select case when :most = 0 then false
    when not (select k.unchanged from known k) then false
    when m.at > :latest or m.at >= :quiet_until then false
    when :upkeep and coalesce((select true from tapline.subject_lease l
      where l.tenant_id = :tenant and l.queue_uid = :queue_uid and l.expires_at <= (select n.at from moment n)
      order by l.expires_at limit 1), false) then false
    when :upkeep and coalesce((select true from tapline.subject s
      where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= (select n.at from moment n)
      order by s.visible_from limit 1), false) then false
    else coalesce((select bool_and((
        select count(*) from (
          select l.uid from tapline.subject_lease l
          where l.tenant_id = :tenant and l.worker_uid between w.uid and w.uid and l.uid >= w.floor
            and l.expires_at > (select n.at from moment n)
          order by l.worker_uid, l.uid) held) <= w.most_held)
      from unnest(:counted::bigint[], :lease_floors::bigint[], :most_held::bigint[]) as w(uid, floor, most_held)), true) end as open
  from moment m),
-- The first claimable subjects, as claim.sql#claim_candidates has them. picked_at shows how long the way to the first one was.
found as (
  select s.ctid as place, s.uid, s.revision, s.modified_dt, s.exec_state, s.exec_queue_key, s.next_action_key, s.attempt_count,
    s.retry_at, s.visible_from, s.parked_as, s.last_record_euid, s.cached_queue_key, s.cached_at, s.deadline_at, s.correlation_id,
    s.trace_id, clock_timestamp() as picked_at,
    {bytes} as bytes
  from tapline.subject s
  where {start}
--include claim/claimable
    and (select g.open from gate g)
  order by s.priority desc, s.due_at, s.visible_from, s.uid
  limit :most
  for no key update of s skip locked),
-- Those of them that have no time after this one. A lease that was given back unstarted left its time in its action only. They are numbered
-- afterwards: the claims of a request have no gaps (attempt.ordinal).
picked as (
  select f.*, row_number() over () as number, sum(f.bytes) over (rows between unbounded preceding and current row) as bytes_so_far
  from found f
  cross join moment m
  where f.modified_dt <= m.at
    and coalesce((select a.at <= m.at from tapline.fact_row a
      where a.tenant_id = :tenant and a.executed_on_uid between f.uid and f.uid
      order by a.executed_on_uid desc, a.feed_key desc, a.uid desc limit 1), true)),
-- Each request has the next so many of them.
granted as (
  select p.*, m.at, m.feed_key, nextval(m.uids) as lease_uid, nextval(m.uids) as record_uid, nextval(m.uids) as action_uid,
    r.worker_uid, r.key, r.hash, r.ttl, r.starts, r.actor, r.role, (p.number - r.first)::integer as ordinal,
    coalesce(r.correlation_id, p.correlation_id) as told_correlation, coalesce(p.trace_id, r.trace_id) as told_trace,
    (:tokens::text[])[p.number] as token
  from moment m
  cross join picked p
  join unnest(:claimers::bigint[], :claim_keys::text[], :claim_hashes::bytea[], :ttls::integer[],
    :starts::boolean[], :claim_actors::text[], :claim_roles::text[], :claim_correlations::text[], :claim_traces::text[],
    :firsts::bigint[], :lasts::bigint[])
    as r(worker_uid, key, hash, ttl, starts, actor, role, correlation_id, trace_id, first, last)
    on p.number between r.first and r.last
  -- Where the answer may become too large, it ends with the last that fits (AnswerBytes).
  where p.number = 1 or p.bytes_so_far is null or p.bytes_so_far <= :bytes),
-- New values of the subjects' columns, and what the evidence contains. An ending comes as it was decided; only its times are given here. Its
-- key is looked for in the history of its subject, as in action.sql#replay_in_history: of two that run at once, the second finds another revision.
steps as (
  select e.place, e.held, e.revision, e.item::integer as item, m.at, m.feed_key, true as moves, e.to_revision,
    null::bigint as lease_uid, null::bigint as record_uid, nextval(m.uids) as action_uid, null::bigint as lease_worker_uid,
    null::bigint as lease_queue_uid, null::timestamptz as expires_at, e.terminal, e.state, e.queue_key, e.action_key, e.attempts,
    case when e.delay is null then e.retry_at else m.at + e.delay * interval '1 microsecond' end as retry_at,
    case when e.delay is null then e.visible_from else m.at + e.delay * interval '1 microsecond' end as visible_from,
    case when e.delay <= 0 then e.queue_key end as ready_queue_key, case when e.delay > 0 then true end as delayed,
    case when e.delay > 0 then e.queue_key end as delayed_queue_key, e.parked_as, e.last_record_euid,
    case when e.delay <= 0 then e.queue_key end as cached_queue_key, case when e.delay is not null then m.at end as cached_at,
    e.deadline_at, e.was, null::timestamptz as picked_at, e.worker_uid, e.key, e.hash,
    e.actor, e.role, e.correlation_id as told_correlation, e.trace_id as told_trace, 0 as ordinal, null::text as token, null::integer as ttl
  from moment m
  cross join unnest(:places::tid[], :subjects::bigint[], :leases::bigint[], :revisions::bigint[], :floors::timestamptz[],
    :to_revisions::bigint[], :terminals::boolean[], :to_states::text[], :queue_keys::text[], :action_keys::text[], :attempts::integer[],
    :delays::bigint[], :retry_ats::timestamptz[], :visible_froms::timestamptz[], :parked::text[], :last_records::text[],
    :deadlines::timestamptz[], :from_states::text[], :enders::bigint[], :ending_actions::text[], :ending_keys::text[],
    :ending_hashes::bytea[], :ending_actors::text[], :ending_roles::text[], :ending_correlations::text[], :ending_traces::text[])
    with ordinality
    as e(place, subject_uid, held, revision, floor, to_revision, terminal, state, queue_key, action_key, attempts, delay, retry_at,
      visible_from, parked_as, last_record_euid, deadline_at, was, worker_uid, action, key, hash, actor, role, correlation_id, trace_id, item)
  where (select k.unchanged from known k) and m.at >= e.floor
    and not coalesce((select true from tapline.fact_row f
      where f.tenant_id = :tenant and f.executed_on_uid between e.subject_uid and e.subject_uid
        and f.target_uid = e.subject_uid and f.action_key = e.action and f.idempotency_key = e.key
      order by f.executed_on_uid, f.feed_key, f.uid limit 1), false)
  union all
  select d.place, null, d.revision, d.number::integer, d.at, d.feed_key, d.starts, d.revision + case when d.starts then 1 else 0 end,
    d.lease_uid, d.record_uid, d.action_uid, d.worker_uid, :queue_uid, d.at + d.ttl * interval '1 second', null,
    case when d.starts then 'RUNNING' else d.exec_state end, d.exec_queue_key, d.next_action_key, d.attempt_count, d.retry_at,
    d.visible_from, null, null, null, case when not d.starts then d.parked_as end,
    case when d.starts then tapline.euid(:record_head, :record_even, :record_odd, d.record_uid) else d.last_record_euid end, case when not d.starts then d.cached_queue_key end,
    case when not d.starts then d.cached_at end, d.deadline_at, d.exec_state, d.picked_at, d.worker_uid, d.key, d.hash, d.actor, d.role, d.told_correlation, d.told_trace, d.ordinal, d.token, d.ttl
  from granted d),
-- By its place: no look-up in an index, and a row that moved is no match. IS NOT DISTINCT FROM keeps the planner from walking an index of all
-- live leases. The columns are those of SubjectColumns that these steps change, and follow from one another as they do there.
changed as (
  update tapline.subject s
  set modified_dt = case when n.moves then n.at else s.modified_dt end, feed_key = greatest(s.feed_key, n.feed_key),
    revision = n.to_revision, lease_uid = n.lease_uid, lease_worker_uid = n.lease_worker_uid, lease_queue_uid = n.lease_queue_uid,
    lease_expires_at = n.expires_at, delayed = n.delayed, settled = case when not n.moves then s.settled end, terminal = n.terminal,
    exec_state = n.state, exec_queue_key = n.queue_key, next_action_key = n.action_key, attempt_count = n.attempts,
    retry_at = n.retry_at, visible_from = n.visible_from, ready_queue_key = n.ready_queue_key,
    delayed_queue_key = n.delayed_queue_key, parked_as = n.parked_as, last_record_euid = n.last_record_euid,
    cached_queue_key = n.cached_queue_key, cached_at = n.cached_at, deadline_at = n.deadline_at
  from steps n
  where s.ctid = n.place and s.tenant_id = :tenant and s.revision = n.revision and s.lease_uid is not distinct from n.held
    and (n.held is null or s.lease_expires_at > (select m.at from moment m) and s.cancel_requested is not true)
  -- The row as one value: each column costs in every node that it passes through.
  returning s as subject, s.ctid as place, s.uid, s.feed_key, s.exec_state, s.attempt_count, s.next_action_key, s.labels,
    s.retry_at, s.cached_at, n.revision as seen_revision, n.held, n.item, n.at, n.to_revision, n.lease_uid, n.record_uid, n.action_uid,
    n.was, n.picked_at, n.worker_uid, n.key, n.hash, n.actor, n.role, n.told_correlation, n.told_trace,
    n.ordinal, n.token, n.ttl),
-- Endings with the part of their evidence that no column of the subject depends on. Subscripts, because the planner would join unnest() in a
-- nested loop: 100 endings took 10,000 comparisons.
ended as (
  select c.*, (:ending_queues::bigint[])[c.item] as queue_uid, (:left_queues::text[])[c.item] as left_queue,
    (:ending_actions::text[])[c.item] as action, (:ending_templates::bigint[])[c.item] as action_template_uid,
    (:event_types::text[])[c.item] as event_type,
    (:executions::text[])[c.item] as execution, (:delays::bigint[])[c.item] as delayed_by, (:mores::text[])[c.item]::jsonb as told,
    (:causes::text[])[c.item] as ending, (:results::text[])[c.item] as result
  from changed c
  where c.held is not null),
-- The lease, its record and the claim's action. The first claim of a request has the number of them, if it is greater than 1.
attempted as (
  insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid,
    worker_uid, queue_uid, revision, attempt_number, ttl_seconds, heartbeat_interval_seconds, lease_token,
    next_action_key, idempotency_key, payload_hash, start_state, action_uid, feed_key, ordinal, claim_size, to_state, actor, role, target,
    software_version, correlation_id, trace_id, correlation, policy_refs)
  select :tenant, c.lease_uid, c.record_uid, c.at, c.uid, c.worker_uid, :queue_uid,
    c.seen_revision, c.attempt_count + 1, c.ttl, nullif(:heartbeat_interval, 0), c.token,
    c.next_action_key, c.key, c.hash, c.was, c.action_uid, c.feed_key, c.ordinal,
    {claim_size},
    c.exec_state, c.actor, c.role, 'worker', :software, c.told_correlation, c.told_trace,
    case when c.labels is not null or c.told_correlation is not null or c.told_trace is not null then
      coalesce(c.labels, '{}')
        || jsonb_strip_nulls(jsonb_build_object('correlation_id', c.told_correlation, 'trace_id', c.told_trace)) end,
    nullif(:policy_refs, '')::jsonb
  from changed c where c.held is null),
-- The actions that ended leases, each with the end of its attempt (EndingColumns).
told as (
  insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid, worker_uid, queue_uid, executed_on_uid, target_uid,
    feed_key, revision_before, revision_after, ordinal, action_key, idempotency_key, payload_hash, from_state, to_state, event_type,
    event_more, actor, role, queue_key, correlation_id, trace_id, status,
    reason, software_version, execution, metadata, events, lease_uid, ending, retryable, error_class, error_code, error_message,
    record_action_key, result_snapshot)
  select :tenant, c.action_uid, c.action_template_uid, c.at, c.uid, c.worker_uid,
    c.queue_uid, c.uid, c.uid, c.feed_key, c.seen_revision, c.to_revision, 0, c.action, c.key, c.hash, c.was, c.exec_state, c.event_type,
    c.told ->> 'event_more', c.actor, c.role, c.left_queue, c.told_correlation,
    c.told_trace, 'OK', c.told ->> 'reason', :software,
    case when c.delayed_by is null then c.execution::jsonb
      else jsonb_set(jsonb_set(c.execution::jsonb, '{retry_at}', to_jsonb(tapline.time_text(c.retry_at))),
        '{queue_cache,computed_at}', to_jsonb(tapline.time_text(c.cached_at))) end,
    c.told -> 'metadata', c.told -> 'events', c.held, c.ending::"char", (c.told ->> 'retryable')::boolean, c.told ->> 'error_class',
    c.told ->> 'error_code', c.told ->> 'error_message', c.told ->> 'record_action_key', c.result::jsonb
  from ended c)
select g.open, (select m.at from moment m) as now,
--include subject/subject_columns
  s.place::text as place, s.feed_key, s.visible_from, s.at, s.held, s.item, s.lease_uid, s.record_uid, s.action_uid, s.was, s.token,
  (extract(epoch from s.picked_at - statement_timestamp()) * 1e9)::bigint as nanos,
  case when s.held is null then coalesce(s.own, '{}')::text end as own_properties,
  case when s.held is null and s.own is null then
--include subject/bulky_properties
  end as bulky_properties,
  -- An ending that does not match is an error, which takes back the claim as well: the general path decides again.
  1 / ((select count(*) from changed d where d.held is not null) = :endings)::integer as stood
from gate g
left join (
  select (d.subject).*, d.place, d.at, d.held, d.item, d.record_uid, d.action_uid, d.was, d.token, d.picked_at
  from changed d) s on true

-- name: bytes
-- How many bytes the answer has for a subject s, where it may become too large. A piece of step, only where a claim may have several subjects:
-- expressions that are not evaluated cost time at the start of the executor, too.
case when :measured then octet_length(s::text) + coalesce(octet_length(case when s.own is null then
--include subject/bulky_properties
  end), 0) end

-- name: claim_size
-- How many claims the request of a claim c has, at the first of them and if there are several. A piece of step like bytes.
case when c.ordinal = 0 then (
  select nullif(count(*), 1) from changed g where g.held is null and g.worker_uid = c.worker_uid) end

-- name: lock_claimers
-- The workers of claims that may bring them to their limit, one by one in the order in which they are asked for, which is by uid.
select w.uid
from unnest(:counted::bigint[]) as asked(uid)
cross join lateral (
  select o.uid from tapline.instance_registry o
  where o.tenant_id = :tenant and o.uid between asked.uid and asked.uid
  order by o.uid
  for no key update) w

-- name: queue_version
-- A queue by its key, with the version that step compares.
select uid, euid, json_addl ->> 'properties' as properties, xmin::text as version
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :queue

-- name: worker_versions
-- Workers as callers see them (worker.sql#workers_asked), each with the version that step compares.
select w.uid, asked.actor, w.euid, w.json_addl ->> 'properties' as properties, w.version,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = asked.actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from unnest(:uids::bigint[], :actors::bigint[]) as asked(uid, actor)
cross join lateral (
  select w.tenant_id, w.uid, w.euid, w.json_addl, w.xmin::text as version from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between asked.uid and asked.uid and w.template_uid = :template
  order by w.uid
  limit 1) w
