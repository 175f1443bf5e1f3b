-- The frequent requests of workers as one statement: endings, claims, or both (docs/adr/0033).

-- name: step
-- Endings, a claim, or both, of one or more requests. Java decided on rows that it had read; the statement checks that they are unchanged,
-- and writes everything or nothing. It is a transaction of its own, preceded by the tenant's settings.
--
-- The start of the executor costs more than the rows, and grows with every plan node, column and expression, also with those that are not
-- evaluated. So StepForm composes the text of the pieces below, without the parts that a step does not need. {either a | b} is a for a
-- claim and b for an ending; a step of one kind has that kind only. A value of an ending or a claim is read by subscript from the array of
-- that value: unnest() of many arrays fills a table with each, and a join with it is a nested loop. In a step of one ending and one claim
-- at most, the value itself is the parameter: a subscript is four steps of an expression instead of one.
--
-- The clock is read once, by statement_timestamp(). The statement waits for a row only if an ending waits for its job; if the job changed
-- meanwhile, its row has moved and does not match. The time is later than the lock of a worker, which the statement before this one takes.
-- A job with a later time than this one does not match either: the general path keeps the evidence of that job in order.
--
-- moment has one row with the values that all steps share. The other parts join it, because each subquery that reads it is one more plan
-- node.
with moment as materialized (
  select m.at, tapline.feed_key() as feed_key, tapline.uid_sequence(:tenant) as uids,
    -- The queue and the workers have the versions of the decisions: xmin changes with every update of a row.
    (select count(*) = cardinality(:known::bigint[]) from tapline.instance_registry o
      where o.tenant_id = :tenant and o.uid = any(:known::bigint[])
        and o.xmin = (:versions::xid[])[array_position(:known::bigint[], o.uid)]) as unchanged{gate}
  from (select statement_timestamp() + tapline.clock_shift() as at) m),
-- The row is found by its place (ctid), without a look-up in an index, and a row that has moved does not match. IS NOT DISTINCT FROM keeps
-- the planner from scanning an index of all live leases. The columns are those of SubjectColumns that these steps change; they follow from
-- one another as they do there.
changed as (
  update tapline.subject s
  set modified_dt = case when n.moves then n.at else s.modified_dt end, feed_key = greatest(s.feed_key, n.feed_key),
    revision = {either n.revision + n.moves::integer | (:to_revisions::bigint[])[n.item]},
    settled = case when not n.moves then s.settled end, lease_uid = n.lease_uid,
    lease_worker_uid = {either (:claimers::bigint[])[n.claimer] | null}, lease_queue_uid = {either :queue_uid | null},
    lease_expires_at = {either n.at + (:ttls::integer[])[n.claimer] * interval '1 second' | null},
    delayed = {either null | (:delayed::boolean[])[n.item]}, terminal = {either null | (:terminals::boolean[])[n.item]},
    exec_state = {either case when n.moves then 'N' else s.exec_state end | (:to_states::text[])[n.item]::"char"},
    exec_queue_key = {either s.exec_queue_key | (:queue_keys::text[])[n.item]},
    next_action_key = {either s.next_action_key | (:action_keys::text[])[n.item]},
    attempt_count = {either s.attempt_count | (:attempts::integer[])[n.item]},
    retry_at = {either s.retry_at | coalesce(n.visible_again, (:retry_ats::timestamptz[])[n.item])},
    visible_from = {either s.visible_from | coalesce(n.visible_again, (:visible_froms::timestamptz[])[n.item])},
    ready_queue_key = {either null | (:ready_queues::text[])[n.item]}, delayed_queue_key = {either null | (:delayed_queues::text[])[n.item]},
    parked_as = {either case when not n.moves then s.parked_as end | (:parked::text[])[n.item]},
    last_record_uid = {either case when n.moves then n.lease_uid + 1 else s.last_record_uid end | (:last_records::bigint[])[n.item]},
    cached_queue_key = {either case when not n.moves then s.cached_queue_key end | (:cached_queues::text[])[n.item]},
    cached_at = {either case when not n.moves then s.cached_at end | case when n.visible_again is not null then n.at end},
    deadline_at = {either s.deadline_at | (:deadlines::timestamptz[])[n.item]}
  from (
{steps}) n
  where s.ctid = n.place and s.tenant_id = :tenant and s.revision = n.revision and s.lease_uid is not distinct from n.held
    and {either true | s.lease_expires_at > n.at and s.cancel_requested is not true and s.feed_key = coalesce((:grant_keys::bigint[])[n.item], s.feed_key)}
  returning s.feed_key, n.held, n.item, n.at, n.revision, n.action_uid{granted}),
{evidence}
{answer}

-- name: gate
-- Whether the claim may continue: no request is too late, no worker is due for a heartbeat, no lease of the queue has lapsed and no delayed
-- job has become ready (both are processed first, in transactions of their own), and no worker gets more leases than its limit.
, m.at <= :latest and m.at < :quiet_until
    and not (:upkeep and (
      coalesce((select true from tapline.subject_lease l
        where l.tenant_id = :tenant and l.queue_uid = :queue_uid and l.expires_at <= m.at
        order by l.expires_at limit 1), false)
      or coalesce((select true from tapline.subject s
        where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= m.at
        order by s.visible_from limit 1), false)))
    {limits} as claimable

-- name: limits
-- The statement before this one locks the workers that are counted: only then is a count in the snapshot of this statement valid. A worker
-- has no live lease below its floor.
and coalesce((select bool_and((
    select count(*) from (
      select l.uid from tapline.subject_lease l
      where l.tenant_id = :tenant and l.worker_uid between w.uid and w.uid and l.uid >= w.floor
        and l.expires_at > m.at
      order by l.worker_uid, l.uid) held) <= w.most_held)
  from unnest(:counted::bigint[], :lease_floors::bigint[], :most_held::bigint[]) as w(uid, floor, most_held)), true)

-- name: number
row_number() over () as number

-- name: bytes
-- The number of bytes of a job s in the answer, if the answer may become too large.
, octet_length(s::text) + coalesce(octet_length(case when s.properties is null then
--include subject/bulky_properties
  end), 0) as bytes

-- name: number_and_bytes
row_number() over () as number, sum(f.bytes) over (rows between unbounded preceding and current row) as bytes_so_far

-- name: fitting
-- The answer ends with the last job that fits (AnswerBytes).
and (p.number = 1 or p.bytes_so_far <= :bytes)

-- name: claims
-- f contains the first claimable jobs, as claim.sql#claim_candidates returns them; picked_at measures the time to the first one. p contains
-- those without a time after this one: a lease that was released before its start left its time in its action only. They are numbered
-- afterwards, because the claims of a request have no gaps (attempt.ordinal); each request gets the next ones in this order. Record and
-- action have the uids after that of the lease.
  select p.place, null::bigint as held, p.number::integer as item, m.at, m.feed_key, p.revision,
    (:starts::boolean[])[(:takers::integer[])[p.number]] as moves, null::timestamptz as visible_again, nextval(m.uids) as lease_uid,
    null::bigint as action_uid, p.exec_state as was, p.picked_at, (:takers::integer[])[p.number] as claimer
  from moment m
  cross join lateral (
    select f.place, f.revision, f.exec_state, f.picked_at, {number}
    from (
      select s.ctid as place, s.uid, s.revision, s.modified_dt, s.exec_state, clock_timestamp() as picked_at{bytes}
      from tapline.subject s
      where {start}
--include claim/claimable
      order by s.priority desc, s.due_at, s.visible_from, s.uid
      limit :most
      for no key update of s skip locked) f
    where f.modified_dt <= m.at
      and coalesce((select a.at <= m.at from tapline.fact_row a
        where a.tenant_id = :tenant and a.executed_on_uid between f.uid and f.uid
        order by a.executed_on_uid desc, a.feed_key desc, a.uid desc limit 1), true)) p
  where m.unchanged and m.claimable
    {fitting}

-- name: endings
-- An ending is written as it was decided; only its times are computed here. Its key is looked up in the history of its job, as in
-- action.sql#replay_in_history: of two concurrent endings, the second finds another revision. If no other action was done under the lease,
-- the action has the uid after that of the claim and needs no entry in an index of uids (action_by_uid); otherwise it gets a new uid,
-- because the uids of a job must increase.
  select e.place, (:leases::bigint[])[e.item] as held, e.item::integer as item, m.at, m.feed_key, (:revisions::bigint[])[e.item] as revision,
    true as moves, m.at + (:delays::bigint[])[e.item] * interval '1 microsecond' as visible_again,
    null::bigint as lease_uid,
    case when (:grant_keys::bigint[])[e.item] is null then nextval(m.uids) else (:leases::bigint[])[e.item] + 3 end as action_uid,
    null::"char" as was,
    null::timestamptz as picked_at, null::integer as claimer
  from moment m
  cross join {ended} as e(place, item)
  where m.unchanged and m.at >= (:floors::timestamptz[])[e.item]
    and not coalesce((select true from tapline.fact_row f
      where f.tenant_id = :tenant and f.executed_on_uid between (:subjects::bigint[])[e.item] and (:subjects::bigint[])[e.item]
        and f.target_uid = (:subjects::bigint[])[e.item] and f.template_uid = (:ending_templates::bigint[])[e.item]
        and f.idempotency_key = (:ending_keys::text[])[e.item]
      order by f.executed_on_uid, f.feed_key, f.uid limit 1), false)

-- name: granted
-- The row is one value, because each column costs time in every plan node that it passes through.
, {either s | null} as subject, s.ctid as place, n.lease_uid, n.was, n.picked_at, n.claimer

-- name: attempted
-- The lease, its record and the claim's action. The first claim of a request contains the number of its claims, if it is greater than 1.
attempted as (
  insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid,
    worker_uid, queue_uid, revision, attempt_number, ttl_seconds, heartbeat_interval_seconds, lease_token,
    next_action_key, idempotency_key, payload_hash, start_state, action_uid, feed_key, ordinal, claim_size, to_state, actor, role, target,
    software_code, correlation_id, trace_id, correlation, policy_refs)
  select :tenant, c.lease_uid, c.lease_uid + 1, c.at, (c.subject).uid, (:claimers::bigint[])[c.claimer],
    :queue_uid, c.revision, (c.subject).attempt_count + 1, (:ttls::integer[])[c.claimer], nullif(:heartbeat_interval, 0),
    (:tokens::text[])[c.item], (c.subject).next_action_key, (:claim_keys::text[])[c.claimer], (:claim_hashes::bytea[])[c.claimer], c.was, c.lease_uid + 2,
    c.feed_key, c.item - (:firsts::integer[])[c.claimer],
    {claim_size},
    (c.subject).exec_state, (:claim_actors::text[])[c.claimer], (:claim_roles::text[])[c.claimer]::"char", 'w', :software::smallint, t.correlation_id,
    t.trace_id,
    case when (c.subject).labels is not null or t.correlation_id is not null or t.trace_id is not null then
      coalesce((c.subject).labels, '{}')
        || jsonb_strip_nulls(jsonb_build_object('correlation_id', t.correlation_id, 'trace_id', t.trace_id)) end,
    nullif(:policy_refs, '')::jsonb
  from changed c
  cross join lateral (
    select coalesce((:claim_correlations::text[])[c.claimer], (c.subject).correlation_id) as correlation_id,
      coalesce((c.subject).trace_id, (:claim_traces::text[])[c.claimer]) as trace_id) t
  where c.held is null)

-- name: claim_size
-- The number of claims of the request of a claim c, for the first of them and if there are several.
case when c.item = (:firsts::integer[])[c.claimer] then (
  select nullif(count(*), 1) from changed g where g.claimer = c.claimer) end

-- name: ending_actions
-- The actions that ended leases, each with the end of its attempt (EndingColumns).
ending_actions as (
  insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid, worker_uid, queue_uid, executed_on_uid, target_uid,
    feed_key, revision_before, revision_after, ordinal, action_code, idempotency_key, payload_hash, from_state, to_state, event_type,
    event_more, actor, role, queue_key, correlation_id, trace_id, reason, software_code, priority, attempt_count,
    ready_at, last_record_uid, terminal, execution, metadata, events, lease_uid, lease_expires_at, ending, retryable, error_class, error_code,
    error_message, record_action_key, result_snapshot)
  select :tenant, c.action_uid, (:ending_templates::bigint[])[c.item], c.at, (:subjects::bigint[])[c.item], (:enders::bigint[])[c.item], (:ending_queues::bigint[])[c.item], (:subjects::bigint[])[c.item],
    (:subjects::bigint[])[c.item], c.feed_key, c.revision, (:to_revisions::bigint[])[c.item], 0, (:ending_actions::integer[])[c.item],
    (:ending_keys::text[])[c.item], (:ending_hashes::bytea[])[c.item], (:from_states::text[])[c.item]::"char", (:to_states::text[])[c.item]::"char",
    (:event_types::integer[])[c.item], (c.more ->> 'event_more')::smallint, (:ending_actors::text[])[c.item], (:ending_roles::text[])[c.item]::"char",
    (:left_queues::text[])[c.item], (:ending_correlations::text[])[c.item], (:ending_traces::text[])[c.item], c.more ->> 'reason',
    :software::smallint, (:left_priorities::integer[])[c.item], (:attempts::integer[])[c.item], (:left_ready_ats::timestamptz[])[c.item],
    (:left_records::bigint[])[c.item], (:terminals::boolean[])[c.item],
    case when (:delays::bigint[])[c.item] is null then (:executions::text[])[c.item]::jsonb
      else jsonb_set(jsonb_set((:executions::text[])[c.item]::jsonb, '{retry_at}',
          to_jsonb(tapline.time_text(c.at + (:delays::bigint[])[c.item] * interval '1 microsecond'))),
        '{queue_cache,computed_at}', to_jsonb(tapline.time_text(c.at))) end,
    c.more -> 'metadata', c.more -> 'events', c.held, (:renewed_untils::timestamptz[])[c.item], (:causes::text[])[c.item]::"char",
    (c.more ->> 'retryable')::boolean,
    c.more ->> 'error_class', c.more ->> 'error_code', c.more ->> 'error_message', c.more ->> 'record_action_key',
    (:results::text[])[c.item]::jsonb
  from (select c.*, (:mores::text[])[c.item]::jsonb as more from changed c where c.held is not null) c)

-- name: all_endings_matched
-- An ending that does not match is an error (division by zero), which rolls back the claim as well; the general path decides again.
, 1 / ((select count(*) from changed d where d.held is not null) = :endings)::integer as all_endings_matched

-- name: no_gaps
-- A candidate that another transaction changed after the snapshot, and that is still claimable, is locked and numbered in its new version,
-- which the update does not find. The claims after it would leave a gap, and a repetition of the request finds its claims by the first one
-- (attempt.ordinal). Such a gap is an error, as above.
, 1 / ((select count(*) = coalesce(max(d.item), 0) from changed d where d.held is null))::integer as no_gaps

-- name: ended
-- If the result is empty, no ending has matched and nothing was written.
select c.held, c.item, c.at, c.action_uid{all_endings_matched}
from changed c

-- name: claimed
select m.unchanged and m.claimable as open, m.at as now,
--include subject/subject_columns
  s.place::text as place, s.feed_key, s.visible_from, s.at, s.held, s.item, s.lease_uid, s.lease_uid + 1 as record_uid,
  coalesce(s.action_uid, s.lease_uid + 2) as action_uid, s.was,
  (extract(epoch from s.picked_at - statement_timestamp()) * 1e9)::bigint as nanos,
  case when s.held is null then s.properties::text end as own_properties{all_endings_matched}{no_gaps}
from moment m
left join (
  select (d.subject).*, d.place, d.at, d.held, d.item, d.action_uid, d.was, d.picked_at
  from changed d) s on true

-- name: lock_claimers
-- Locks the workers whose claims may bring them to their limit, one by one in the order of :counted, which is by uid.
select w.uid
from unnest(:counted::bigint[]) as requested(uid)
cross join lateral (
  select o.uid from tapline.instance_registry o
  where o.tenant_id = :tenant and o.uid between requested.uid and requested.uid
  order by o.uid
  for no key update) w

-- name: queue_version
-- A queue by its key, with the version that step compares.
select uid, euid, json_addl ->> 'properties' as properties, xmin::text as version
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :queue

-- name: worker_versions
-- Workers with the caller's ownership (worker.sql#workers_asked), each with the version that step compares.
select w.uid, requested.actor, w.euid, w.json_addl ->> 'properties' as properties, w.version,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = requested.actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from unnest(:uids::bigint[], :actors::bigint[]) as requested(uid, actor)
cross join lateral (
  select w.tenant_id, w.uid, w.euid, w.json_addl, w.xmin::text as version from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between requested.uid and requested.uid and w.template_uid = :template
  order by w.uid
  limit 1) w

-- name: held_leases
-- Live leases with the rows on which their endings are decided, and the places of their jobs. They are read for leases that another server
-- granted, or that were renewed or started since their grant. Rows are found by primary keys, as in subject.sql#read_subjects.
select
--include subject/subject_columns
--include attempt/attempt_columns
  s.feed_key, s.place::text as place, null as own_properties, null as bulky_properties
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.attempt_whole a
  where a.tenant_id = :tenant and a.uid between requested.uid and requested.uid
  order by a.uid limit 1) a
cross join lateral (
  select s.ctid as place, s.* from tapline.subject s
  where s.tenant_id = :tenant and s.uid between a.subject_uid and a.subject_uid
  order by s.uid limit 1) s
where s.lease_uid = a.uid
