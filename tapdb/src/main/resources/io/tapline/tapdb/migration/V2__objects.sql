-- Templates and instances. tenant_id leads every key, so the schema can be distributed by tenant without changes.
-- The instances are five tables: tapline.subject contains the jobs, tapline.attempt their claims (lease, record and action of each in one
-- row) and tapline.fact_row all other actions, in typed columns; tapline.tombstone contains the rows that remain of retired jobs;
-- tapline.instance contains documents and the columns that are computed from them. Readers query the view generic_instance, which shows all
-- of them as one table (docs/adr/0018, 0021, 0023, 0034 and 0039).

-- EuidMint in SQL. An EUID follows from template and uid, so rows store uids (docs/adr/0035): the uid in Crockford's base 32 between the head
-- of its template and a Luhn mod-32 check over domain, prefix and body, in which every second value from the right on is doubled.
-- euid_share is the part of domain and prefix in that sum, before a body with an even or an odd number of digits.
create function tapline.euid_share(letters text, last_doubled boolean) returns integer
  language sql immutable parallel safe
  return (
    select sum(c.value / 32 + c.value % 32)::integer % 32
    from generate_series(1, length(letters)) as p(place)
    cross join lateral (
      select (strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(reverse(letters), p.place, 1)) - 1)
        * case when (p.place % 2 = 1) = last_doubled then 2 else 1 end as value) c);

-- The function is one expression, whose plan PL/pgSQL keeps: a loop takes four times as long. A function in SQL would be inlined: a view
-- with such an expression in each branch takes three times as long to plan.
create function tapline.euid(head text, even integer, odd integer, uid bigint) returns text
  language plpgsql immutable parallel safe as
$$
declare
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
begin
  return head || ltrim(substr(digits, (uid >> 60 & 31)::integer + 1, 1) || substr(digits, (uid >> 55 & 31)::integer + 1, 1)
    || substr(digits, (uid >> 50 & 31)::integer + 1, 1) || substr(digits, (uid >> 45 & 31)::integer + 1, 1)
    || substr(digits, (uid >> 40 & 31)::integer + 1, 1) || substr(digits, (uid >> 35 & 31)::integer + 1, 1)
    || substr(digits, (uid >> 30 & 31)::integer + 1, 1) || substr(digits, (uid >> 25 & 31)::integer + 1, 1)
    || substr(digits, (uid >> 20 & 31)::integer + 1, 1) || substr(digits, (uid >> 15 & 31)::integer + 1, 1)
    || substr(digits, (uid >> 10 & 31)::integer + 1, 1) || substr(digits, (uid >> 5 & 31)::integer + 1, 1)
    || substr(digits, (uid & 31)::integer + 1, 1), '0')
  || substr(digits, (32 - (2 * (uid & 31)::integer - 31 * ((uid & 31)::integer >> 4) + (uid >> 5 & 31)::integer
    + 2 * (uid >> 10 & 31)::integer - 31 * ((uid >> 10 & 31)::integer >> 4) + (uid >> 15 & 31)::integer
    + 2 * (uid >> 20 & 31)::integer - 31 * ((uid >> 20 & 31)::integer >> 4) + (uid >> 25 & 31)::integer
    + 2 * (uid >> 30 & 31)::integer - 31 * ((uid >> 30 & 31)::integer >> 4) + (uid >> 35 & 31)::integer
    + 2 * (uid >> 40 & 31)::integer - 31 * ((uid >> 40 & 31)::integer >> 4) + (uid >> 45 & 31)::integer
    + 2 * (uid >> 50 & 31)::integer - 31 * ((uid >> 50 & 31)::integer >> 4) + (uid >> 55 & 31)::integer
    + 2 * (uid >> 60 & 31)::integer - 31 * ((uid >> 60 & 31)::integer >> 4)
    + case when uid < 32 then odd when uid < 1024 then even when uid < 32768 then odd when uid < 1048576 then even
      when uid < 33554432 then odd when uid < 1073741824 then even when uid < 34359738368 then odd
      when uid < 1099511627776 then even when uid < 35184372088832 then odd when uid < 1125899906842624 then even
      when uid < 36028797018963968 then odd when uid < 1152921504606846976 then even else odd end) % 32) % 32 + 1, 1);
end
$$;

create table tapline.generic_template (
  tenant_id bigint not null,
  uid bigint not null,
  template_code text not null,
  -- The domain of the tenant, the same for all of its templates: EUIDs of two tenants are never equal, though their uids may be.
  euid_domain text not null,
  euid_prefix text not null,
  -- The arguments of tapline.euid for its instances.
  euid_head text not null generated always as (euid_domain || '-' || euid_prefix || '-') stored,
  euid_even integer not null generated always as (tapline.euid_share(euid_domain || euid_prefix, true)) stored,
  euid_odd integer not null generated always as (tapline.euid_share(euid_domain || euid_prefix, false)) stored,
  storage_class text not null
    check (storage_class in ('subject', 'lease', 'record', 'action', 'pulse', 'registry')),
  json_addl jsonb not null,
  is_deleted boolean not null default false,
  created_dt timestamptz not null,
  modified_dt timestamptz not null,
  primary key (tenant_id, uid),
  -- A template is found by its code. The constraint also refuses a second copy when a pack is loaded twice.
  unique (tenant_id, template_code)
);

create table tapline.instance (
  tenant_id bigint not null,
  storage_class text not null,
  uid bigint not null,
  template_uid bigint not null,
  euid text collate "C" not null,
  -- "C", so that names with one beginning are a range of the index.
  name text collate "C",
  json_addl jsonb not null,
  is_deleted boolean not null default false,
  created_dt timestamptz not null,
  modified_dt timestamptz not null,

  -- The fixed links of a pulse, in compact form: they are written once with the row, never updated, and shown as ordinary rows by
  -- generic_instance_lineage (see V3 and docs/adr/0002). In other rows they are null and cost nothing.
  subject_uid bigint,
  worker_uid bigint,
  queue_uid bigint,
  actor_uid bigint,
  -- The log position of a pulse (see fact_row).
  feed_key bigint,

  -- Look-up columns: the database computes them from the JSON, so that they always agree with it. Each begins with a test of the storage
  -- class, because every partition computes all of them: the test takes 30 ns, a JSON path ten times as long.
  -- For a pulse, the correlation id of its job or of its request.
  correlation_id text collate "C" generated always as (
    case when storage_class = 'pulse' then json_addl #>> '{properties,correlation_id}' end) stored,
  -- For bulky properties, which are in a record without a lease beside their job.
  barcode text collate "C" generated always as (
    case when storage_class = 'record' then left(json_addl #>> '{properties,properties,barcode}', 200) end) stored,
  status text generated always as (
    case when storage_class in ('record', 'registry') then
      coalesce(json_addl #>> '{properties,status}', json_addl #>> '{properties,resolution_state}') end) stored,
  finished_at text collate "C" generated always as (
    case when storage_class = 'record' then json_addl #>> '{properties,finished_at}' end) stored,
  -- The natural key of a registered object. A retired queue loses its key; a retired worker keeps it until another principal registers a
  -- worker under it. The collation is bytewise, so that keys with one beginning are adjacent: the functions of a room are a range of the
  -- index.
  object_key text collate "C" generated always as (
    case when storage_class = 'registry' and json_addl #>> '{properties,retired_at}' is null
      and json_addl #>> '{properties,key_released_at}' is null then
      coalesce(json_addl #>> '{properties,queue_key}', json_addl #>> '{properties,worker_key}',
        json_addl #>> '{properties,principal_key}', json_addl #>> '{properties,tenant_key}',
        json_addl #>> '{properties,setting_key}') end) stored,
  action_key text collate "C" generated always as (
    case when storage_class = 'pulse' then json_addl #>> '{properties,action_key}' end) stored,
  idempotency_key text collate "C" generated always as (
    case when storage_class = 'pulse' then json_addl #>> '{properties,idempotency_key}' end) stored,
  -- The type of the event of a pulse.
  event_type text collate "C" generated always as (
    case when storage_class = 'pulse' then json_addl #>> '{properties,events,0,type}' end) stored,
  -- The object that the request named, to which its idempotency key belongs.
  target_uid bigint generated always as (
    case when storage_class = 'pulse' then
      case json_addl #>> '{properties,target}'
        when 'worker' then worker_uid
        when 'queue' then queue_uid
        when 'actor' then actor_uid
        else subject_uid end end) stored,
  -- The object on which the pulse was executed.
  executed_on_uid bigint generated always as (
    case when storage_class = 'pulse' then coalesce(subject_uid, worker_uid, queue_uid) end) stored
) partition by list (storage_class);

-- Jobs. The typed columns are the primary data of the envelope; the view instance_subject assembles from them the document that readers
-- get. Every step rewrites a row, so vacuum has no delay, and a page has room for three versions of each row: a version that does not fit
-- is written to the WAL as a whole, with a record of its lock (docs/adr/0031).
create table tapline.subject (
  tenant_id bigint not null,
  uid bigint not null,
  template_uid bigint not null,
  created_dt timestamptz not null,
  ready_at timestamptz,
  due_at timestamptz,
  retry_at timestamptz,
  -- The time from which the job may be claimed: retry_at, or else ready_at. Like the other look-up columns, it is written together with its
  -- source (SubjectColumns.java); the checker compares them (object_invariants.sql#lookup_columns).
  visible_from timestamptz,
  -- The job fails at this time if it has not ended.
  deadline timestamptz,
  workflow_uid bigint,
  priority integer not null default 0,
  attempt_count integer not null default 0 check (attempt_count >= 0),
  max_attempts_override integer,
  is_deleted boolean not null default false,
  name text collate "C",
  -- The scope in which the job may be executed.
  site text,
  platform text,
  assay text,
  correlation_id text collate "C",
  trace_id text,
  -- The EUID of the job that this one compensates. It is text, because a uid would need a look-up of its template.
  compensates text,
  -- The transaction, accession, run and step of other systems to which the job belongs, as the document shows them. Null for most jobs.
  labels jsonb,

  -- The columns that a claim and a completion change are adjacent: for an update, the WAL contains the bytes between the first one that
  -- changed and the last.
  modified_dt timestamptz not null,
  -- The log position of the newest action on the job (see fact_row).
  feed_key bigint,
  revision bigint not null default 1 check (revision >= 1),
  -- The lease that has not ended: every grant, renewal and end is written here too, so a second claimer that waited for the row reads it,
  -- and no look-up of leases is needed to find out whether there is one.
  lease_uid bigint,
  lease_worker_uid bigint,
  lease_queue_uid bigint,
  lease_expires_at timestamptz,
  -- A hint for readers: the record of the last attempt.
  last_record_uid bigint,
  -- The workflow, if the job has ended or is PENDING and was not settled since: jobs that depend on it may have become ready.
  unsettled_in bigint,
  -- A hint for readers: the time at which cached_queue_key was written.
  cached_at timestamptz,
  -- Hints: every step writes delayed anew and removes settled.
  delayed boolean,
  settled boolean,
  cancel_requested boolean,
  terminal boolean,
  -- The state of the job (state_word), and its queue, if it is in one. The check has the text of an array: a list of constants would be made
  -- into an array again in every statement that writes the table.
  exec_state "char" not null check (exec_state = any ('{P,R,N,W,T,F,H,X,C}')),
  exec_queue_key text,
  next_action_key text,
  -- The queue if the job is claimable and has no lease, otherwise null: in one of two columns, by the delayed mark. The mark is a hint: a
  -- job that has become ready under it is promoted before a claim (claim.sql#promote).
  ready_queue_key text,
  delayed_queue_key text,
  -- The code of the state and the queue in one text (parked_words), if the job waits for a person, an external system, another job or a retry,
  -- or ended without success; otherwise null. It is a separate column, because an index on the state would keep every step of a running job
  -- from staying on its page (HOT). READY, RUNNING and COMPLETED are left out: they would add an index entry to every claim and completion.
  parked_as text collate "C",
  hold_state text,
  hold_reason text,
  -- The state before the hold (state_word).
  held_from "char",
  -- A hint for readers: the queue of the job at cached_at.
  cached_queue_key text,
  -- The deadline if the job is unfinished and not HELD, otherwise null: only these jobs enter the index.
  deadline_at timestamptz,
  -- The term of the evidence begins when the job is cleaned.
  cleaned_at timestamptz,
  evidence_until timestamptz,
  retirable timestamptz,

  external jsonb,
  submission jsonb,
  summary jsonb,
  -- The job's own properties, as they were sent; a step does not change them. Null if they are bulky and stored in a record without a
  -- lease, so a claim looks for that record only then.
  properties jsonb,
  primary key (tenant_id, uid),
  constraint lease_is_whole check ((lease_uid, lease_worker_uid, lease_queue_uid, lease_expires_at) is null
    or (lease_uid, lease_worker_uid, lease_queue_uid, lease_expires_at) is not null),
  constraint terminal_without_lease check (lease_uid is null or terminal is not true)
) with (fillfactor = 33, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.05);

-- Search keys of jobs: one row per value that users search for, written when the job gets the value and never updated. Steps of the job do
-- not write it, so a name or a correlation id adds no cost to a claim or a completion (docs/adr/0035). A key of a value that the job no
-- longer has remains: readers compare the job's row. subject_key_expected derives the keys of a row; SubjectKey.java has the same kinds.
create table tapline.subject_key (
  tenant_id bigint not null,
  -- n name, b barcode, c correlation id, t transaction, a accession, r run, s step, o room.
  kind "char" not null check (kind in ('n', 'b', 'c', 't', 'a', 'r', 's', 'o')),
  -- "C", so that names with one beginning are a range of the index.
  value text collate "C" not null,
  subject_uid bigint not null,
  primary key (tenant_id, kind, value, subject_uid)
) with (autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);

-- Retired jobs: one row for each job whose evidence was past its term, written by the owner when it deletes the job and its evidence
-- (retention.sql). It has the identity to which links and callers refer, the final state and the times, but no properties, names or texts.
-- The columns have a fixed width: 132 bytes, and 31 in the primary key. The row is written once; the serving role may only read it.
create table tapline.tombstone (
  tenant_id bigint not null,
  uid bigint not null,
  template_uid bigint not null,
  created_dt timestamptz not null,
  -- Null if it was never started.
  started_at timestamptz,
  finished_at timestamptz not null,
  cleaned_at timestamptz not null,
  retired_at timestamptz not null,
  -- The queue in which the job ended; null if it ended in none. Queues are never deleted.
  queue_uid bigint,
  -- The action that cleaned it and the principal of that action. The action itself is deleted.
  clean_action_uid bigint not null,
  cleaned_by_uid bigint,
  revision integer not null,
  attempt_count integer not null,
  -- The final state (state_word).
  state "char" not null check (state in ('C', 'F', 'X')),
  primary key (tenant_id, uid)
);

-- The ends of attempts by the code of the cause (decide/Ending.java, compared by EndingsTest): the status of the lease, the status of the
-- record and the reason of the release.
create function tapline.ending_words(ending "char") returns text[]
  language sql immutable parallel safe as
$$
  select case ending
    when 'C' then array['COMPLETED', 'SUCCEEDED', 'COMPLETED']
    when 'D' then array['COMPLETED', 'SUCCEEDED', 'DISPATCHED']
    when 'R' then array['RELEASED', 'FAILED_RETRYABLE', 'FAILED_RETRYABLE']
    when 'T' then array['RELEASED', 'FAILED_TERMINAL', 'FAILED_TERMINAL']
    when 'O' then array['RELEASED', 'FAILED_TERMINAL', 'DEADLINE_PASSED']
    when 'L' then array['RELEASED', 'FAILED_TERMINAL', 'DEAD_LETTERED']
    when 'B' then array['CANCELED', 'CANCELED', 'BUSINESS_RULE_HOLD']
    when 'N' then array['CANCELED', 'CANCELED', 'OPERATOR_CANCELED']
    when 'G' then array['RELEASED', 'CANCELED', 'RELEASED_BY_WORKER']
    when 'H' then array['CANCELED', 'CANCELED', 'HELD']
    when 'X' then array['CANCELED', 'CANCELED', 'CANCELED']
    when 'E' then array['EXPIRED', 'EXPIRED', 'HEARTBEAT_TIMEOUT']
    when 'F' then array['EXPIRED', 'EXPIRED', 'FORCED']
    when 'P' then array['ABANDONED', 'EXPIRED', 'WORKER_REPLACED']
    when 'W' then array['ABANDONED', 'EXPIRED', 'WORKER_RETIRED']
  end
$$;

-- Roles in evidence, by their codes (api/Role.java, compared by EvidenceCodesTest).
create function tapline.role_word(code "char") returns text
  language sql immutable parallel safe
  return case code when 'S' then 'WORKER_SERVICE' when 'H' then 'WORKER_HUMAN' when 'O' then 'OPERATOR' when 'A' then 'ADMIN' end;

-- Kinds of objects to which the key of a request belongs instead of its job, by their first letters (EvidenceCodesTest).
create function tapline.target_word(code "char") returns text
  language sql immutable parallel safe
  return case code when 'w' then 'worker' when 'q' then 'queue' when 'a' then 'actor' end;

-- States of jobs, by their codes (api/ExecutionState.java, compared by EvidenceCodesTest). A letter and its word have the same place. A view
-- shows a state up to eight times, so the function has two constants: a CASE would have four plan nodes for each word.
create function tapline.state_word(code "char") returns text
  language sql immutable parallel safe
  return ('{PENDING,READY,RUNNING,WAITING_EXTERNAL,FAILED_RETRYABLE,FAILED_TERMINAL,HELD,CANCELED,COMPLETED}'::text[])[
    strpos('PRNWTFHXC', code::text)];

-- The column parked_as of a job with the word of the state.
create function tapline.parked_words(parked_as text) returns text
  language sql immutable parallel safe
  return tapline.state_word(parked_as::"char") || substr(parked_as, 2);

-- Types of events; the code of a type is its place (api/EventType.java, compared by EvidenceCodesTest). The function is a constant, which
-- costs a plan one node: a CASE of all types would have one for each.
create function tapline.event_types() returns text[]
  language sql immutable parallel safe
  return '{job_enqueued,job_ready,job_routed,job_requeued,job_claimed,job_started,job_lease_renewed,job_heartbeat
    ,job_released,job_lease_expired,job_succeeded,job_retry_scheduled,job_dead_lettered,job_failed,job_held
    ,job_hold_released,job_dispatched,job_cancel_requested,job_cancelled,job_compensated,job_cleaned,job_updated}'::text[];

-- Actions of the engine; the code of an action is its place (api/ActionKey.java, compared by EvidenceCodesTest).
create function tapline.action_keys() returns text[]
  language sql immutable parallel safe
  return '{prepare_subject,enqueue_subject,claim_queue_item,start_queue_execution,complete_queue_execution
    ,fail_queue_execution,release_queue_lease,renew_queue_lease,report_progress,expire_queue_lease
    ,dispatch_external,record_external_result,place_execution_hold,release_execution_hold,requeue_subject
    ,cancel_subject_execution,dead_letter_subject,resolve_dead_letter,fail_overdue_subject,switch_substrate
    ,create_workflow,settle_dependencies,compensate_subject,clean_subject,create_subscription,retire_subscription
    ,create_queue,update_queue,retire_queue,register_job,retire_job,set_callback_secret,register_worker
    ,heartbeat_worker,drain_worker,disable_worker,enable_worker,retire_worker,create_token,revoke_token
    ,open_session,renew_session,close_session,create_webhook,update_webhook,retire_webhook,redeliver_webhook_event
    ,settle_webhook_delivery}'::text[];
create function tapline.action_code(key text) returns smallint
  language sql immutable parallel safe
  return array_position(tapline.action_keys(), key)::smallint;

-- Builds of Tapline that wrote evidence, for all tenants. Rows of evidence have the code: a build has 36 characters, and a server writes the
-- same one into every row. meet_cluster adds a build when it first connects.
create table tapline.software_version (
  code smallint generated always as identity primary key,
  version text not null unique
);

-- Actions except claims: one row per action, written once and never changed. The typed columns are the primary data; the view
-- instance_action assembles from them the document that readers of the logical table get. The row is compact, because every step except a
-- claim writes one. Identifiers that follow from uids are not stored (docs/adr/0042); the view tapline.fact shows them.
create table tapline.fact_row (
  -- Columns are ordered by width, the widest first: a value is aligned to its width, and the WAL contains the gaps.
  tenant_id bigint not null,
  uid bigint not null,
  template_uid bigint not null,
  at timestamptz not null,
  -- The objects and the actor of the action. generic_instance_lineage shows them as links (V3 and docs/adr/0002).
  subject_uid bigint,
  worker_uid bigint,
  queue_uid bigint,
  actor_uid bigint,
  -- The object on which the action was executed: the job, or else the worker, or else the queue.
  executed_on_uid bigint,
  -- The object that the request named, to which its idempotency key belongs.
  target_uid bigint,
  -- The log position of an action: commit order across the log, revision order for one job. The transaction's id alone does not give this
  -- order: a transaction that got its id early and then waited for the job would sort before the one for which it waited. So the position
  -- is the greater of that id and the newest position of the job, which its row contains.
  feed_key bigint not null,
  -- The lease, if the action ended an attempt (see ending).
  lease_uid bigint,
  -- The expiry of a lease that was renewed.
  lease_expires_at timestamptz,
  -- The envelope after the action: the fields that all envelopes of finished jobs have, as columns, and the others, without the state and
  -- the revision, in execution. attempt_count is null without an envelope.
  ready_at timestamptz,
  last_record_uid bigint,
  priority integer,
  attempt_count integer,
  revision_before integer,
  revision_after integer,
  -- The number of the action among those that its request writes under one key.
  ordinal integer not null default 0,
  -- The action of the engine (action_keys); 0 for an action of a pack, which has its key.
  action_code smallint not null default 0,
  -- The types of its first event and of the second one (event_types). No action has more (SubjectChange.java).
  event_type smallint,
  event_more smallint,
  -- The build that carried the action out (software_version).
  software_code smallint,
  -- The cause of the attempt's end (ending_words). Its state, revision, time and action are those of this row. The codes are listed again:
  -- a statement that writes the table would parse the function, which takes a tenth of a single step.
  ending "char" check (ending = any ('{C,D,R,T,O,L,B,N,G,H,X,E,F,P,W}')),
  -- The role that the actor acted in (role_word).
  role "char",
  -- The state of the job before the action and after it (state_word).
  from_state "char",
  to_state "char",
  terminal boolean,
  override boolean,
  retryable boolean,
  action_key text collate "C",
  idempotency_key text collate "C",
  -- SHA-256 of the request; readers get it with the prefix sha256:.
  payload_hash bytea,
  verb text,
  actor text,
  target text,
  queue_key text,
  -- The objects that the document names. Null where they are those of the columns above: the job, the worker, and, if the action ended
  -- an attempt, the lease and its record. '' where the document has none although the column above has one.
  subject_euid text,
  worker_euid text,
  lease_euid text,
  record_euid text,
  hold_euid text,
  dead_letter_euid text,
  correlation_id text collate "C",
  trace_id text,
  -- The status of the answer; null for OK.
  status text,
  reason text,
  execution jsonb,
  result jsonb,
  metadata jsonb,
  -- Set only if the events contain more than the columns.
  events jsonb,

  -- Set only if the action ended an attempt: the error, if there was one, and the result.
  error_class text,
  error_code text,
  error_message text,
  -- Set if the record has another action than the one for which its lease was granted.
  record_action_key text,
  result_snapshot jsonb,
  constraint ending_of_a_lease check ((lease_uid is null) = (ending is null)),
  -- The index of the feed. The primary key is not the uid alone: most endings have no entry in an index of uids (action_by_uid).
  constraint action_feed primary key (tenant_id, feed_key, uid) with (deduplicate_items = off)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);

-- Attempts: a lease, its record and the action that granted it are three objects and one row, written at the claim and never changed. The
-- row of the job has the expiry until the lease ends, and the row of the action that ended the attempt has its end (lease_uid). The view
-- attempt_whole shows all of it.
-- The table has two names: tapline.attempt, its one partition, has the rows, and is for the serving roles. Under the name attempt_row,
-- readers get their tenant's rows without the token (ReaderRole.java), because rights and policies are checked for the name that a query
-- uses.
create table tapline.attempt_row (
  -- Columns are ordered by width, as in fact_row.
  tenant_id bigint not null,
  -- The uid of the lease, which is also the fencing token.
  uid bigint not null,
  record_uid bigint not null,
  -- The action that granted the lease, and its log position (see fact_row).
  action_uid bigint not null,
  feed_key bigint not null,
  -- The time of the claim.
  created_dt timestamptz not null,
  -- The links of a claim. generic_instance_lineage shows them as ordinary rows (V3 and docs/adr/0002).
  subject_uid bigint,
  worker_uid bigint,
  queue_uid bigint,
  -- The job's revision at the claim.
  revision integer,
  attempt_number integer,
  ttl_seconds integer,
  heartbeat_interval_seconds integer,
  -- The number of the claim among the claims of one request, from 0 on; the first one also has their count, if it is greater than 1.
  ordinal integer not null default 0,
  claim_size integer,
  -- The build that granted the lease (software_version).
  software_code smallint,
  -- The role that the actor acted in (role_word).
  role "char",
  -- w if the request's key belongs to the worker; null if the request named the job (target_word).
  target "char",
  -- The state of the job before the claim and after it (state_word).
  start_state "char",
  to_state "char",
  -- The token authorizes changes of the job: readers have no right to this column.
  lease_token text,
  next_action_key text,
  idempotency_key text collate "C",
  payload_hash bytea,
  actor text,
  correlation_id text collate "C",
  trace_id text,
  -- Set only if the action is no claim but an external result that names a worker: its template, its actor and its document.
  action_template_uid bigint,
  actor_uid bigint,
  granted_by jsonb,
  -- Set where the record differs from its lease.
  expected_state "char",
  started_at text,
  start_revision bigint,
  record_next_action_key text,
  record_idempotency_key text,
  record_payload_hash bytea,
  correlation jsonb,
  policy_refs jsonb,
  input_snapshot jsonb,
  -- The sequence of uids has steps of 4 (V1).
  constraint uids_of_a_lease check (record_uid = uid + 1 and action_uid = uid + 2)
) partition by range (uid);
create table tapline.attempt partition of tapline.attempt_row default
  with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);

-- Records without a lease, such as reconciliations and external results, and bulky properties. They are written once.
create table tapline.instance_record partition of tapline.instance for values in ('record')
  with (autovacuum_analyze_scale_factor = 0.05);
-- Heartbeats and renewals: short-lived rows, partitioned by real time and retired by dropping a partition. The default partition is
-- normally empty; it exists so that no heartbeat fails if the upkeep of partitions is late.
create table tapline.instance_pulse partition of tapline.instance for values in ('pulse')
  partition by range (created_dt);
create table tapline.instance_pulse_default partition of tapline.instance_pulse default;
-- Everything else: queues, workers, holds, dead letters, principals, tenants.
create table tapline.instance_registry partition of tapline.instance for values in ('registry')
  with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200,
        autovacuum_vacuum_cost_delay = 0);

-- A statement prepares the expressions of all generated columns of the table that it writes, which takes a quarter of a millisecond here.
-- From PostgreSQL 17 on a partition can have its own: a null for columns that it does not compute.
do
$$
declare
  class record;
begin
  if current_setting('server_version_num')::integer < 170000 then
    return;
  end if;
  for class in
    select p.inhrelid::regclass as partition, string_agg(format('alter column %I set expression as (null::%s)', a.attname,
      format_type(a.atttypid, a.atttypmod)), ', ') as changes
    from pg_inherits p
    join pg_class c on c.oid = p.inhrelid
    join pg_attribute a on a.attrelid = p.inhrelid and a.attgenerated = 's'
    join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where p.inhparent = 'tapline.instance'::regclass
      and pg_get_expr(d.adbin, d.adrelid) not like
        '%' || quote_literal(replace(c.relname, 'instance_', '')) || '%'
    group by p.inhrelid
  loop
    execute format('alter table %s %s', class.partition, class.changes);
  end loop;
end
$$;

-- Each partition has its own primary key: that of the parent would have to contain storage_class, and that of pulses the time.
alter table tapline.attempt add primary key (tenant_id, uid);
alter table tapline.instance_record add primary key (tenant_id, uid);
alter table tapline.instance_pulse add primary key (tenant_id, uid, created_dt);
alter table tapline.instance_registry add primary key (tenant_id, uid);

-- The order of a queue, column by column: any difference from the claim's ORDER BY sorts the backlog. The included columns are those that
-- the count of a large queue reads of a job (visibility.sql#queue_admits and visibility.sql#unleased_whole_queue of the engine): it reads
-- this index and no rows, 0.3 s instead of 4 s for a million. None of them changes without the key, so they add only their width to the
-- cost of an update.
create index subject_ready_order on tapline.subject
  (tenant_id, ready_queue_key, priority desc, due_at, visible_from, uid)
  include (template_uid, exec_state, deadline_at, is_deleted)
  where ready_queue_key is not null;
-- Delayed jobs, by the time at which they become ready: a claim does not read them, even a million urgent ones. The uid is for lists: a
-- million jobs that become ready at one instant are still read page by page.
create index subject_delayed on tapline.subject
  (tenant_id, delayed_queue_key, visible_from, uid)
  where delayed_queue_key is not null;
-- Jobs with a value in parked_as, for counts and lists by state and queue.
create index subject_parked on tapline.subject (tenant_id, parked_as, uid) where parked_as is not null;
-- Failures without a lease, and recently ended records without a lease, for the figures of queues (queue_stats.sql).
create index record_failure on tapline.instance_record (tenant_id, uid)
  where status in ('FAILED_RETRYABLE', 'FAILED_TERMINAL', 'EXPIRED');
create index record_finished on tapline.instance_record using brin (finished_at) with (pages_per_range = 32);
create index record_barcode on tapline.instance_record (tenant_id, barcode, uid) where barcode is not null;

-- Jobs whose evidence may be retired, the longest past its term first, and jobs with a deadline, the earliest first. They share one index:
-- a job with a deadline is unfinished and a retirable job has ended, so no job is in both parts. Each index of the table costs every step,
-- even if it is empty.
create index subject_term on tapline.subject (tenant_id, retirable, deadline_at, uid)
  where retirable is not null or deadline_at is not null;

-- Ended or PENDING jobs of workflows that were not settled since: few at any time.
create index subject_unsettled on tapline.subject (tenant_id, uid) where unsettled_in is not null;

-- Leases by expiry: lapsed ones for the sweep and the metrics, in the order in which they lapse.
create index subject_leased_until on tapline.subject (tenant_id, lease_expires_at) where lease_uid is not null;
-- A worker's live leases, which every claim counts against its limit. The order by uid lets the count begin at the oldest live one.
create index subject_leased_by on tapline.subject (tenant_id, lease_worker_uid, lease_uid) where lease_uid is not null;

-- Links of a lease and its record, from the side of job, worker and queue (the attempt's own row is the other direction). Keys that end in
-- a uid have no duplicates, so deduplicate_items is off, which saves a search of full pages for duplicates. The index by job is in the
-- order of its history: a later lease of a job has a greater log position.
create index lease_of_subject on tapline.attempt (tenant_id, subject_uid, feed_key, action_uid) with (deduplicate_items = off);
create index lease_of_worker on tapline.attempt (tenant_id, worker_uid, uid) with (deduplicate_items = off);
create index lease_of_queue on tapline.attempt (tenant_id, queue_uid, uid) with (deduplicate_items = off);
-- A record and the claim's action, each by its own uid, for readers; the engine looks up the lease instead (object_by_uid). The index is
-- BRIN, because attempts are written in the order of their uids.
create index attempt_parts on tapline.attempt using brin (record_uid, action_uid) with (pages_per_range = 32, autosummarize = on);
-- Claims in the feed, by time and within one correlation, as for other actions below. All of them have one type of event, and most have the
-- same second one, so one index by time finds both.
create index attempt_feed on tapline.attempt (tenant_id, feed_key, action_uid) with (deduplicate_items = off);
create index attempt_claimed_at on tapline.attempt (tenant_id, created_dt, action_uid) with (deduplicate_items = off);
create index attempt_correlated on tapline.attempt (tenant_id, correlation_id, created_dt, action_uid)
  with (deduplicate_items = off) where correlation_id is not null;
-- Of two identical concurrent claims, one commits. The first claim of a request represents all: a batch of a hundred has one entry.
create unique index attempt_replay on tapline.attempt (tenant_id, worker_uid, idempotency_key)
  where ordinal = 0 and target = 'w';
create unique index attempt_replay_named on tapline.attempt (tenant_id, subject_uid, idempotency_key)
  where ordinal = 0 and target is null and granted_by is null;
-- The few leases that no claim granted: by actor, and events by time.
create index attempt_granted_at on tapline.attempt (tenant_id, created_dt, action_uid) where granted_by is not null;
create index attempt_by_actor on tapline.attempt (tenant_id, actor_uid, action_uid) where actor_uid is not null;
-- Totals of failures, per queue and cause (queue_stats.sql#queue_counts): only they enter the index.
create index lease_failure on tapline.fact_row (tenant_id, queue_uid, ending, to_state)
  where ending in ('R', 'T', 'O', 'L', 'E', 'F', 'P', 'W');
-- Rates of endings in a window of time, and any action by its uid for readers. The index is BRIN, because rows are written in the order of
-- time, and nearly in that of uids.
create index action_at on tapline.fact_row using brin (at, uid) with (pages_per_range = 32, autosummarize = on);
-- An action by its uid. An ending under whose lease no other action was done has the uid after that of the claim (step.sql#endings). It is
-- found by the lease and the job (action_place) and has no entry here.
create unique index action_by_uid on tapline.fact_row (tenant_id, uid) where lease_uid is null or uid <> lease_uid + 3;

-- The final guarantee of idempotency: of two identical concurrent requests, one commits. Steps of a job under its lock have no entry: their
-- keys are looked up in the job's history once more when the lock is held (ReplayLookup.java), so the second request finds the first. These
-- steps are the start, the completion, the failure, the release and the external result (action_keys). Actions of the engine and of packs
-- have one template each.
create unique index action_replay on tapline.fact_row
  (tenant_id, target_uid, template_uid, idempotency_key, ordinal)
  where idempotency_key is not null and (target is not null or action_code <> all ('{4,5,6,7,12}'));
-- The history of one object in revision order, and the newest feed key of a job, read under its lock.
create index action_executed_on on tapline.fact_row (tenant_id, executed_on_uid, feed_key, uid)
  with (deduplicate_items = off);
-- Actions of persons. Actions of workers have no actor link (their worker is one), so the index stays small.
create index action_by_actor on tapline.fact_row (tenant_id, actor_uid, uid) where actor_uid is not null;

-- Events of one type, and within one correlation, by time (feed.sql#events_of_type and its neighbours). The order is that of time, not of
-- the feed, so that a search can start at any time without a read of actions of other types. Entries of a type are inserted at one end, and
-- an action without a correlation id has no entry in the last index.
create index action_event on tapline.fact_row (tenant_id, event_type, at, uid)
  with (deduplicate_items = off) where event_type is not null;
create index action_event_more on tapline.fact_row (tenant_id, event_more, at, uid)
  with (deduplicate_items = off) where event_more is not null;
create index action_correlated on tapline.fact_row (tenant_id, correlation_id, at, uid)
  with (deduplicate_items = off) where correlation_id is not null;

create index pulse_event on tapline.instance_pulse (tenant_id, event_type, created_dt, uid) where event_type is not null;
create index pulse_correlated on tapline.instance_pulse (tenant_id, correlation_id, created_dt, uid)
  where correlation_id is not null;
create index pulse_replay on tapline.instance_pulse
  (tenant_id, target_uid, action_key, idempotency_key) where idempotency_key is not null;
create index pulse_executed_on on tapline.instance_pulse (tenant_id, executed_on_uid, feed_key, uid);
create index pulse_feed on tapline.instance_pulse (tenant_id, feed_key, uid);

-- One queue, worker or principal per key; they are found by this index.
create unique index registry_key on tapline.instance_registry (tenant_id, template_uid, object_key)
  where object_key is not null;
-- Open dead letters, active holds, workers by status: lists by kind and status, newest last.
create index registry_status on tapline.instance_registry (tenant_id, template_uid, status, uid);
-- The workflows of one kind, newest last. Workflows have no status; objects with a status are not in the index.
create index registry_kind on tapline.instance_registry (tenant_id, template_uid, name, uid)
  where status is null;

-- The action that granted each lease as a document: a claim, assembled from the attempt's row and the rows of its job, worker and
-- queue, or else the document that the row has. Columns are subqueries, and there is no condition: a branch of a union with a join or
-- a condition of its own is not read in the order of an index.
create view tapline.attempt_action with (security_invoker = true) as
select a.tenant_id, 'action'::text as storage_class, a.action_uid as uid,
  coalesce(a.action_template_uid, (select t.uid from tapline.generic_template t
    where t.tenant_id = a.tenant_id and t.template_code = 'action/execution/claim_queue_item/1.0')) as template_uid,
  (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.action_uid) from tapline.generic_template t
    where t.tenant_id = a.tenant_id and case when a.action_template_uid is null
      then t.template_code = 'action/execution/claim_queue_item/1.0' else t.uid = a.action_template_uid end) collate "C" as euid,
  jsonb_build_object('properties', coalesce(a.granted_by, jsonb_strip_nulls(jsonb_build_object(
    'role', tapline.role_word(a.role), 'actor', a.actor, 'status', 'CLAIMED', 'target', tapline.target_word(a.target),
    'ordinal', nullif(a.ordinal, 0),
    'to_state', tapline.state_word(a.to_state), 'trace_id', a.trace_id,
    'queue_key', (select q.json_addl #>> '{properties,queue_key}' from tapline.instance q
      where q.tenant_id = a.tenant_id and q.storage_class = 'registry' and q.uid between a.queue_uid and a.queue_uid
      order by q.uid limit 1),
    'action_key', 'claim_queue_item', 'from_state', tapline.state_word(a.start_state),
    'lease_euid', (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.uid) from tapline.generic_template t
      where t.tenant_id = a.tenant_id and t.template_code = 'data/execution/queue_lease/1.0'),
    'record_euid', (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.record_uid) from tapline.generic_template t
      where t.tenant_id = a.tenant_id and t.template_code = 'data/execution/execution_record/1.0'),
    'worker_euid', (select w.euid from tapline.instance w
      where w.tenant_id = a.tenant_id and w.storage_class = 'registry' and w.uid between a.worker_uid and a.worker_uid
      order by w.uid limit 1),
    'payload_hash', 'sha256:' || encode(a.payload_hash, 'hex'),
    'subject_euid', (select (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.uid) from tapline.generic_template t
        where t.tenant_id = s.tenant_id and t.uid = s.template_uid)
      from tapline.subject s
      where s.tenant_id = a.tenant_id and s.uid between a.subject_uid and a.subject_uid order by s.uid limit 1),
    'correlation_id', a.correlation_id,
    -- A start raises the revision; a claim by itself does not.
    'revision_after', a.revision + (a.to_state <> a.start_state)::integer, 'idempotency_key', a.idempotency_key,
    'revision_before', a.revision,
    'software_version', (select v.version from tapline.software_version v where v.code = a.software_code),
    'events', jsonb_build_array(jsonb_build_object('type', 'job_claimed', 'from', tapline.state_word(a.start_state),
        'to', tapline.state_word(a.start_state), 'revision', a.revision))
      || case when a.to_state <> a.start_state then jsonb_build_array(jsonb_build_object('type', 'job_started',
          'from', tapline.state_word(a.start_state), 'to', tapline.state_word(a.to_state), 'revision', a.revision + 1)) else '[]' end)))) as json_addl,
  a.created_dt, a.subject_uid, a.worker_uid, a.queue_uid, a.actor_uid, a.feed_key, a.correlation_id,
  coalesce(a.granted_by ->> 'action_key', 'claim_queue_item') collate "C" as action_key, a.idempotency_key,
  case when a.granted_by is null then 'job_claimed' else a.granted_by #>> '{events,0,type}' end collate "C" as event_type,
  case when a.granted_by is not null then a.granted_by #>> '{events,1,type}'
    when a.to_state <> a.start_state then 'job_started' end collate "C" as event_more, a.ordinal,
  case a.target when 'w' then a.worker_uid else a.subject_uid end as target_uid, a.subject_uid as executed_on_uid,
  tapline.state_word(a.start_state) collate "C" as from_state, tapline.state_word(a.to_state) collate "C" as to_state, a.actor,
  a.granted_by ->> 'reason' as reason, a.trace_id, a.granted_by -> 'execution' as execution, a.uid as lease_uid, a.granted_by
from tapline.attempt_row a;

-- The rows of fact_row with all identifiers, for readers and for the documents of actions. BETWEEN and the orders leave each look-up one
-- index to choose.
create view tapline.fact with (security_invoker = true) as
select f.tenant_id, f.uid, f.template_uid,
  (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, f.uid) from tapline.generic_template t
    where t.tenant_id = f.tenant_id and t.uid = f.template_uid) collate "C" as euid,
  f.at, f.subject_uid, f.worker_uid, f.queue_uid, f.actor_uid, f.executed_on_uid, f.target_uid, f.feed_key, f.lease_uid,
  f.lease_expires_at, f.revision_before::bigint as revision_before, f.revision_after::bigint as revision_after, f.ordinal, f.override, f.ending, f.retryable,
  coalesce((tapline.action_keys())[f.action_code], f.action_key) collate "C" as action_key,
  f.idempotency_key, f.payload_hash, tapline.state_word(f.from_state) collate "C" as from_state,
  tapline.state_word(f.to_state) collate "C" as to_state,
  (tapline.event_types())[f.event_type] collate "C" as event_type,
  (tapline.event_types())[f.event_more] collate "C" as event_more, f.verb, f.actor, tapline.role_word(f.role) as role, f.target,
  f.queue_key,
  nullif(coalesce(f.subject_euid, (select (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.uid) from tapline.generic_template t
      where t.tenant_id = s.tenant_id and t.uid = s.template_uid)
    from tapline.subject s
    where s.tenant_id = f.tenant_id and s.uid between f.subject_uid and f.subject_uid order by s.uid limit 1)), '') as subject_euid,
  nullif(coalesce(f.worker_euid, (select w.euid from tapline.instance w
    where w.tenant_id = f.tenant_id and w.storage_class = 'registry' and w.uid between f.worker_uid and f.worker_uid
    order by w.uid limit 1)), '') as worker_euid,
  nullif(coalesce(f.lease_euid, (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, f.lease_uid) from tapline.generic_template t
    where t.tenant_id = f.tenant_id and t.template_code = 'data/execution/queue_lease/1.0'
      and f.lease_uid is not null)), '') as lease_euid,
  nullif(coalesce(f.record_euid, (
    select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.record_uid)
    from (select a.record_uid from tapline.attempt_row a
      where a.tenant_id = f.tenant_id and a.uid between f.lease_uid and f.lease_uid order by a.uid limit 1) a
    join tapline.generic_template t on t.tenant_id = f.tenant_id and t.template_code = 'data/execution/execution_record/1.0')), '')
    as record_euid,
  f.hold_euid, f.dead_letter_euid, f.correlation_id, f.trace_id, coalesce(f.status, 'OK') as status, f.reason,
  (select v.version from tapline.software_version v where v.code = f.software_code) as software_version,
  case when f.attempt_count is not null then jsonb_strip_nulls(jsonb_build_object(
      'priority', f.priority, 'ready_at', tapline.time_text(f.ready_at), 'terminal', f.terminal, 'attempt_count', f.attempt_count,
      'last_execution_record_euid', (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, f.last_record_uid)
        from tapline.generic_template t
        where t.tenant_id = f.tenant_id and t.template_code = 'data/execution/execution_record/1.0'
          and f.last_record_uid is not null)))
    || coalesce(f.execution, '{}') end as execution, f.result,
  f.metadata, f.events, f.error_class, f.error_code, f.error_message, f.record_action_key, f.result_snapshot
from tapline.fact_row f;

-- All other actions as documents. strip_nulls is not applied to values that callers sent, where a null is data. The text is that of the
-- view above with the codes of the action and its event types, which conditions need to reach the indexes.
do
$view$
declare
  -- Names in the text are qualified unless the path has their schema.
  before constant text := current_setting('search_path');
  during constant text := set_config('search_path', 'pg_catalog', true);
  facts constant text := replace(rtrim(pg_get_viewdef('tapline.fact'), ';'), 'FROM tapline.fact_row f',
    ', f.action_code, f.event_type as event_code, f.event_more as event_more_code FROM tapline.fact_row f');
begin
  execute format($text$
create view tapline.fact_action with (security_invoker = true) as
select f.tenant_id, 'action'::text as storage_class, f.uid, f.template_uid, f.euid,
  jsonb_build_object('properties',
    jsonb_strip_nulls(jsonb_build_object(
      'role', f.role, 'verb', f.verb, 'actor', f.actor, 'reason', f.reason, 'status', f.status, 'target', f.target,
      'ordinal', nullif(f.ordinal, 0), 'override', f.override, 'to_state', f.to_state, 'trace_id', f.trace_id, 'hold_euid', f.hold_euid,
      'queue_key', f.queue_key, 'action_key', f.action_key, 'from_state', f.from_state, 'lease_euid', f.lease_euid,
      'record_euid', f.record_euid, 'worker_euid', f.worker_euid,
      'payload_hash', 'sha256:' || encode(f.payload_hash, 'hex'), 'subject_euid', f.subject_euid,
      'correlation_id', f.correlation_id, 'revision_after', f.revision_after, 'idempotency_key', f.idempotency_key,
      'revision_before', f.revision_before, 'dead_letter_euid', f.dead_letter_euid, 'software_version', f.software_version))
    || case when f.execution is null then '{}' else jsonb_build_object('execution', f.execution) end
    || case when f.result is null then '{}' else jsonb_build_object('result', f.result) end
    || case when f.metadata is null then '{}' else jsonb_build_object('metadata', f.metadata) end
    || case when f.events is not null then jsonb_build_object('events', f.events)
      when f.event_type is null then '{}'
      else jsonb_build_object('events', jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
          'type', f.event_type, 'from', f.from_state, 'to', f.to_state, 'revision', f.revision_after)))
        || case when f.event_more is null then '[]' else jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
          'type', f.event_more, 'from', f.from_state, 'to', f.to_state, 'revision', f.revision_after))) end) end) as json_addl,
  f.at as created_dt, f.subject_uid, f.worker_uid, f.queue_uid, f.actor_uid, f.feed_key, f.correlation_id, f.action_key,
  f.idempotency_key, f.event_type, f.event_more, f.ordinal, f.target_uid, f.executed_on_uid,
  f.from_state, f.to_state, f.actor, f.reason, f.trace_id, f.execution, f.target, f.action_code, f.event_code, f.event_more_code
from (%s) f$text$, facts);
  perform set_config('search_path', before, true);
end
$view$;

-- Actions as documents, made of the texts of the two views above, because readers have no right to those.
do
$$
declare
  columns constant text := 'tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, subject_uid, worker_uid, queue_uid,'
    ' actor_uid, feed_key, correlation_id, action_key, idempotency_key, event_type, event_more, ordinal, target_uid, executed_on_uid,'
    ' from_state, to_state, actor, reason, trace_id, execution';
begin
  execute format('create view tapline.instance_action with (security_invoker = true) as'
    ' select %1$s from (%2$s) f union all select %1$s from (%3$s) a', columns,
    rtrim(pg_get_viewdef('tapline.fact_action'), ';'), rtrim(pg_get_viewdef('tapline.attempt_action'), ';'));
end
$$;

-- The document of a job. The required fields of the execution are always present, null without a value, so that filters on them find every
-- job; Tapline's additional fields are present only with a value. Times are text of one width, as in every document. EUIDs that need a
-- look-up are arguments: a function with a subquery is not inlined.
create function tapline.subject_json(s tapline.subject, last_record_euid text, workflow_euid text) returns jsonb
  language sql stable parallel safe
  return jsonb_build_object('properties', coalesce(s.properties, '{}') || jsonb_build_object('execution',
    jsonb_build_object(
      'state', tapline.state_word(s.exec_state), 'revision', s.revision, 'next_queue_key', s.exec_queue_key, 'next_action_key', s.next_action_key,
      'priority', s.priority, 'ready_at', tapline.time_text(s.ready_at), 'due_at', tapline.time_text(s.due_at),
      'attempt_count', s.attempt_count, 'max_attempts_override', s.max_attempts_override,
      'retry_at', tapline.time_text(s.retry_at), 'hold_state', coalesce(s.hold_state, 'NONE'),
      'hold_reason', s.hold_reason, 'cancel_requested', coalesce(s.cancel_requested, false),
      'terminal', coalesce(s.terminal, false), 'last_execution_record_euid', last_record_euid,
      'queue_cache', jsonb_build_object('current_queue_key', s.cached_queue_key, 'computed_at', tapline.time_text(s.cached_at))
        || jsonb_strip_nulls(jsonb_build_object('delayed', s.delayed, 'settled', s.settled)))
    || jsonb_strip_nulls(jsonb_build_object(
      'trace_id', s.trace_id, 'held_from', tapline.state_word(s.held_from), 'cleaned_at', tapline.time_text(s.cleaned_at), 'compensates', s.compensates,
      'deadline_at', tapline.time_text(s.deadline), 'workflow_euid', workflow_euid, 'correlation_id', s.correlation_id,
      'evidence_until', tapline.time_text(s.evidence_until),
      'scope', nullif(jsonb_strip_nulls(jsonb_build_object('site', s.site, 'platform', s.platform, 'assay', s.assay)), '{}'),
      'correlation', s.labels))
    || case when s.external is null then '{}' else jsonb_build_object('external', s.external) end
    || case when s.submission is null then '{}' else jsonb_build_object('submission', s.submission) end
    || case when s.summary is null then '{}' else jsonb_build_object('summary', s.summary) end));

-- Jobs with their documents, for the engine: the columns are those of the indexes. The EUIDs are scalar subqueries, which run only in
-- statements that select them.
create view tapline.subject_document with (security_invoker = true) as
select s.*,
  (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.uid) from tapline.generic_template t
    where t.tenant_id = s.tenant_id and t.uid = s.template_uid) collate "C" as euid,
  (s.submission ->> 'room_id') collate "C" as room_id, (s.labels ->> 'trx_euid') collate "C" as trx_euid,
  (s.labels ->> 'accession_euid') collate "C" as accession_euid, (s.labels ->> 'run_euid') collate "C" as run_euid,
  (s.labels ->> 'step_euid') collate "C" as step_euid, left(s.properties ->> 'barcode', 200) collate "C" as barcode,
  'subject'::text as storage_class,
  tapline.subject_json(s, case when s.last_record_uid is not null then (
    select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.last_record_uid) from tapline.generic_template t
    where t.tenant_id = s.tenant_id and t.template_code = 'data/execution/execution_record/1.0') end, case when s.workflow_uid is not null then (
    select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.workflow_uid) from tapline.generic_template t
    where t.tenant_id = s.tenant_id and t.template_code = 'data/execution/workflow/1.0') end) as json_addl
from tapline.subject s;

-- Jobs for readers, with times as text, states as words and EUIDs, as instance_action for actions. The text is made of that of the view
-- above, because readers have no right to it.
do
$view$
begin
  execute format($text$
create view tapline.instance_subject with (security_invoker = true) as
select
  s.tenant_id, s.uid, s.template_uid, s.created_dt, s.priority, s.attempt_count, s.max_attempts_override, s.is_deleted, s.euid,
  s.name, tapline.time_text(s.ready_at) collate "C" as ready_at, tapline.time_text(s.due_at) collate "C" as due_at,
  tapline.time_text(s.retry_at) collate "C" as retry_at, tapline.time_text(s.visible_from) collate "C" as visible_from, s.site,
  s.platform, s.assay, s.correlation_id, s.trace_id, s.compensates, s.room_id,
  tapline.time_text(s.deadline) collate "C" as deadline, case when s.workflow_uid is not null then (
    select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.workflow_uid) from tapline.generic_template t
    where t.tenant_id = s.tenant_id and t.template_code = 'data/execution/workflow/1.0') end as workflow_euid,
  s.trx_euid, s.accession_euid, s.run_euid, s.step_euid, s.modified_dt, s.feed_key, s.revision, s.lease_uid, s.lease_worker_uid,
  s.lease_queue_uid, s.delayed, s.settled, s.cancel_requested, s.terminal,
  tapline.time_text(s.lease_expires_at) collate "C" as lease_expires_at, tapline.state_word(s.exec_state) collate "C" as exec_state,
  s.exec_queue_key, s.next_action_key, s.ready_queue_key, s.delayed_queue_key, tapline.parked_words(s.parked_as) collate "C" as parked_as,
  s.hold_state, s.hold_reason, tapline.state_word(s.held_from) as held_from,
  case when s.last_record_uid is not null then (
    select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.last_record_uid) from tapline.generic_template t
    where t.tenant_id = s.tenant_id and t.template_code = 'data/execution/execution_record/1.0') end as last_record_euid,
  s.cached_queue_key, tapline.time_text(s.cached_at) collate "C" as cached_at,
  tapline.time_text(s.deadline_at) collate "C" as deadline_at, case when s.unsettled_in is not null then (
    select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, s.unsettled_in) from tapline.generic_template t
    where t.tenant_id = s.tenant_id and t.template_code = 'data/execution/workflow/1.0') end as unsettled_in,
  tapline.time_text(s.cleaned_at) collate "C" as cleaned_at, tapline.time_text(s.evidence_until) collate "C" as evidence_until,
  tapline.time_text(s.retirable) collate "C" as retirable, s.external, s.submission, s.summary, s.barcode, nullif(s.properties, '{}') as own, s.storage_class, s.json_addl
from (%s) s$text$, rtrim(pg_get_viewdef('tapline.subject_document'), ';'));
end
$view$;

-- The search keys that follow from a job's row (subject_key). The view is used where a row changes by SQL alone, by retention and by the
-- invariant checker.
create view tapline.subject_key_expected with (security_invoker = true) as
select s.tenant_id, k.kind, k.value collate "C" as value, s.uid as subject_uid
from tapline.subject s
cross join lateral (values
  ('n'::"char", s.name),
  -- A barcode that is an object or a list is shown but has no search key.
  ('b', case when jsonb_typeof(s.properties -> 'barcode') in ('string', 'number', 'boolean') then left(s.properties ->> 'barcode', 200) end),
  ('c', s.correlation_id), ('t', s.labels ->> 'trx_euid'),
  ('a', s.labels ->> 'accession_euid'), ('r', s.labels ->> 'run_euid'), ('s', s.labels ->> 'step_euid'),
  ('o', s.submission ->> 'room_id')) k(kind, value)
where k.value is not null;

-- The leases that have not ended, lapsed or not, from the rows of their jobs: at most one for each. The attempt has all other fields.
create view tapline.subject_lease with (security_invoker = true) as
select s.tenant_id, s.lease_uid as uid, s.uid as subject_uid, s.lease_worker_uid as worker_uid, s.lease_queue_uid as queue_uid,
  s.lease_expires_at as expires_at
from tapline.subject s where s.lease_uid is not null;

-- The same for readers, with the time as text.
create view tapline.live_lease with (security_invoker = true) as
select s.tenant_id, s.lease_uid as uid, s.uid as subject_uid, s.lease_worker_uid as worker_uid, s.lease_queue_uid as queue_uid,
  tapline.time_text(s.lease_expires_at) collate "C" as expires_at
from tapline.subject s where s.lease_uid is not null;

-- Attempts with their ends. The end is found in the job's history from the claim on (action_executed_on). The heartbeat of a lease that was
-- renewed is the time of the renewal, which lies one term before the expiry.
create view tapline.attempt_whole with (security_invoker = true) as
select a.tenant_id, a.uid, a.record_uid, a.created_dt, a.subject_uid, a.worker_uid, a.queue_uid, a.revision::bigint as revision, a.attempt_number,
  a.ttl_seconds, a.heartbeat_interval_seconds, a.lease_token, a.next_action_key, a.idempotency_key, a.payload_hash,
  tapline.state_word(a.start_state) collate "C" as start_state, a.action_uid, a.feed_key, a.ordinal, a.claim_size,
  tapline.state_word(a.to_state) collate "C" as to_state, a.actor, tapline.role_word(a.role) as role,
  tapline.target_word(a.target) as target,
  (select v.version from tapline.software_version v where v.code = a.software_code) as software_version,
  a.correlation_id, a.trace_id, a.action_template_uid, a.actor_uid, a.granted_by, tapline.state_word(a.expected_state) as expected_state,
  a.started_at, a.start_revision, a.record_next_action_key, a.record_idempotency_key, a.record_payload_hash, a.correlation, a.policy_refs, a.input_snapshot,
  (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.uid) from tapline.generic_template t
    where t.tenant_id = a.tenant_id and t.template_code = 'data/execution/queue_lease/1.0') collate "C" as euid,
  (select t.uid from tapline.generic_template t
    where t.tenant_id = a.tenant_id and t.template_code = 'data/execution/queue_lease/1.0') as template_uid,
  (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.record_uid) from tapline.generic_template t
    where t.tenant_id = a.tenant_id and t.template_code = 'data/execution/execution_record/1.0') collate "C" as record_euid,
  (select t.uid from tapline.generic_template t
    where t.tenant_id = a.tenant_id and t.template_code = 'data/execution/execution_record/1.0') as record_template_uid,
  tapline.time_text(x.expires) collate "C" as expires_at, tapline.time_text(x.heartbeat) as heartbeat_at,
  coalesce(e.at, x.heartbeat, a.created_dt) as modified_dt, e.revision_after::bigint as end_revision,
  floor(extract(epoch from e.at - coalesce(a.started_at::timestamptz, a.created_dt)) * 1000)::bigint as duration_ms, e.retryable,
  coalesce(e.words[1], 'ACTIVE') as status, tapline.time_text(e.at) as released_at, e.words[3] as release_reason,
  -- The reason again, if the attempt did not end well.
  case when e.words[1] in ('RELEASED', 'EXPIRED', 'ABANDONED') then e.words[3]
    || case when e.words[1] <> 'RELEASED' and e.to_state = 'F' then ' TERMINAL' else '' end end as failed_as,
  coalesce(e.words[2], 'STARTED') as record_status, tapline.state_word(e.to_state) collate "C" as end_state,
  tapline.time_text(e.at) collate "C" as finished_at, e.error_class, e.error_code, e.error_message,
  -- The action that ended the attempt is shown only if it is not the usual one of its status.
  nullif(coalesce((tapline.action_keys())[e.action_code], e.action_key) collate "C", case when e.words[2] = 'SUCCEEDED' then 'complete_queue_execution'
    when e.words[2] in ('FAILED_RETRYABLE', 'FAILED_TERMINAL') then 'fail_queue_execution'
    when e.words[2] = 'EXPIRED' then 'expire_queue_lease' end) as ending_action_key,
  e.record_action_key, e.result_snapshot
from tapline.attempt a
left join lateral (
  select f.*, tapline.ending_words(f.ending) as words from tapline.fact_row f
  where f.tenant_id = a.tenant_id and f.executed_on_uid between a.subject_uid and a.subject_uid and f.feed_key >= a.feed_key
    and f.lease_uid = a.uid
  order by f.executed_on_uid, f.feed_key, f.uid limit 1) e on true
left join lateral (
  select s.lease_expires_at as expires from tapline.subject s
  where s.tenant_id = a.tenant_id and s.uid between a.subject_uid and a.subject_uid and s.lease_uid = a.uid
  order by s.uid limit 1) live on true
cross join lateral (
  select t.expires, case when t.expires <> a.created_dt + make_interval(secs => a.ttl_seconds)
    then t.expires - make_interval(secs => a.ttl_seconds) end as heartbeat
  from (select coalesce(e.lease_expires_at, live.expires, a.created_dt + make_interval(secs => a.ttl_seconds)) as expires) t) x;

-- attempt_shown is attempt_whole for readers, who have access to attempts under the name attempt_row only: it has the same text with that
-- name. The token is null, and readers have no right to it (ReaderRole.java).
do
$$
declare
  -- Names in the text are qualified unless the path has their schema.
  before constant text := current_setting('search_path');
  during constant text := set_config('search_path', 'pg_catalog', true);
  whole constant text := pg_get_viewdef('tapline.attempt_whole');
begin
  execute 'create view tapline.attempt_shown with (security_invoker = true) as '
    || replace(replace(whole, 'tapline.attempt a', 'tapline.attempt_row a'), 'a.lease_token,', 'null::text as lease_token,');
  perform set_config('search_path', before, true);
end
$$;

-- Leases, without their documents, which contain the token.
create view tapline.instance_lease with (security_invoker = true) as
select a.tenant_id, 'lease'::text as storage_class, a.uid, a.template_uid, a.euid, a.created_dt, a.modified_dt,
  a.subject_uid, a.worker_uid, a.queue_uid, a.status, a.expires_at, a.released_at, a.release_reason,
  a.record_uid, a.record_euid
from tapline.attempt_shown a;

-- Leases with their documents. A reader, which may query generic_instance, gets none of them: it has access to no row of tapline.attempt.
create view tapline.lease_document with (security_invoker = true) as
select a.tenant_id, 'lease'::text as storage_class, a.uid, a.template_uid, a.euid, a.created_dt, a.modified_dt,
  a.subject_uid, a.worker_uid, a.queue_uid, a.status, a.expires_at, a.release_reason, a.record_uid, a.record_euid,
  jsonb_build_object('properties', jsonb_strip_nulls(jsonb_build_object(
    'status', a.status, 'claimed_at', tapline.time_text(a.created_dt), 'expires_at', a.expires_at, 'lease_token', a.lease_token,
    'released_at', a.released_at, 'ttl_seconds', a.ttl_seconds, 'heartbeat_at', a.heartbeat_at,
    'payload_hash', 'sha256:' || encode(a.payload_hash, 'hex'), 'attempt_number', a.attempt_number,
    'release_reason', a.release_reason, 'idempotency_key', a.idempotency_key, 'next_action_key', a.next_action_key,
    'subject_revision_at_claim', a.revision, 'heartbeat_interval_seconds', a.heartbeat_interval_seconds))) as json_addl
from tapline.attempt_whole a;

-- Records of attempts under a lease, as documents, without the fields that their lease has.
create view tapline.attempt_record with (security_invoker = true) as
select a.tenant_id, 'record'::text as storage_class, a.record_uid as uid, a.record_template_uid as template_uid,
  a.record_euid as euid, a.created_dt, case a.record_status when 'STARTED' then a.created_dt else a.modified_dt end as modified_dt,
  a.uid as lease_uid, a.subject_uid, a.worker_uid, a.queue_uid, a.record_status as status, a.finished_at,
  jsonb_build_object('properties', jsonb_strip_nulls(jsonb_build_object(
      'status', a.record_status, 'end_state', a.end_state, 'retryable', a.retryable, 'action_key', a.record_action_key,
      'error_code', a.error_code, 'started_at', a.started_at, 'duration_ms', a.duration_ms, 'error_class', a.error_class,
      'finished_at', a.finished_at, 'start_state', a.start_state, 'end_revision', a.end_revision,
      'payload_hash', 'sha256:' || encode(a.record_payload_hash, 'hex'), 'error_message', a.error_message,
      'expected_state', a.expected_state, 'start_revision', a.start_revision, 'idempotency_key', a.record_idempotency_key,
      'next_action_key', a.record_next_action_key, 'ending_action_key', a.ending_action_key))
    || case when a.correlation is null then '{}' else jsonb_build_object('correlation', a.correlation) end
    || case when a.policy_refs is null then '{}' else jsonb_build_object('policy_refs', a.policy_refs) end
    || case when a.input_snapshot is null then '{}' else jsonb_build_object('input_snapshot', a.input_snapshot) end
    || case when a.result_snapshot is null then '{}' else jsonb_build_object('result_snapshot', a.result_snapshot) end) as json_addl
from tapline.attempt_shown a;

-- Retired jobs as documents of the form of instance_subject. Their properties are erased, so only the execution remains. The EUID follows
-- from template and uid. The view has scalar subqueries instead of joins: a branch of generic_instance with one table is planned as part of
-- the view, and a condition on the uid reaches the primary key.
create view tapline.instance_tombstone with (security_invoker = true) as
select o.tenant_id, 'subject'::text as storage_class, o.uid, o.template_uid,
  (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, o.uid) from tapline.generic_template t
    where t.tenant_id = o.tenant_id and t.uid = o.template_uid) collate "C" as euid,
  o.created_dt, o.retired_at as modified_dt, o.started_at, o.finished_at, o.cleaned_at, o.retired_at, o.revision, o.attempt_count,
  tapline.state_word(o.state) collate "C" as exec_state,
  o.queue_uid,
  jsonb_build_object('properties', jsonb_build_object('execution', jsonb_build_object(
    'state', tapline.state_word(o.state), 'revision', o.revision,
    'next_queue_key', null, 'next_action_key', null, 'priority', 0, 'ready_at', null, 'due_at', null,
    'attempt_count', o.attempt_count, 'max_attempts_override', null, 'retry_at', null, 'hold_state', 'NONE', 'hold_reason', null,
    'cancel_requested', false, 'terminal', true, 'last_execution_record_euid', null,
    'queue_cache', jsonb_build_object('current_queue_key', null, 'computed_at', null),
    'cleaned_at', tapline.time_text(o.cleaned_at), 'retired_at', tapline.time_text(o.retired_at),
    'summary', jsonb_strip_nulls(jsonb_build_object(
      'queue_key', (select q.json_addl #>> '{properties,queue_key}' from tapline.instance q
        where q.storage_class = 'registry' and q.tenant_id = o.tenant_id and q.uid = o.queue_uid),
      'started_at', tapline.time_text(o.started_at), 'finished_at', tapline.time_text(o.finished_at),
      'cleaned_by', (select p.json_addl #>> '{properties,principal_key}' from tapline.instance p
        where p.storage_class = 'registry' and p.tenant_id = o.tenant_id and p.uid = o.cleaned_by_uid),
      'clean_action_euid', (select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, o.clean_action_uid)
        from tapline.generic_template t
        where t.tenant_id = o.tenant_id and t.template_code = 'action/execution/clean_subject/1.0')))))) as json_addl
from tapline.tombstone o;

-- The logical table: every object of a tenant. No statement writes through it.
create view tapline.generic_instance with (security_invoker = true) as
select i.tenant_id, i.storage_class, i.uid, i.template_uid, i.euid, i.name, i.json_addl, i.is_deleted, i.created_dt, i.modified_dt,
  i.subject_uid, i.worker_uid, i.queue_uid, null::bigint as lease_uid, i.actor_uid, i.feed_key, null::text collate "C" as exec_state,
  null::text as exec_queue_key, null::integer as priority, null::text collate "C" as due_at, null::text collate "C" as visible_from,
  null::text as ready_queue_key, null::text as delayed_queue_key, null::text collate "C" as parked_as, i.correlation_id,
  null::text collate "C" as trx_euid, null::text collate "C" as accession_euid, null::text collate "C" as run_euid,
  null::text collate "C" as step_euid, i.barcode, null::text collate "C" as room_id, null::text collate "C" as deadline_at,
  null::text as unsettled_in, i.status, null::text collate "C" as expires_at, null::text as release_reason,
  i.finished_at, i.object_key, i.action_key, i.idempotency_key, i.event_type, null::text collate "C" as event_more,
  case i.storage_class when 'pulse' then 0 end as ordinal, i.target_uid, i.executed_on_uid, null::text collate "C" as retirable
from tapline.instance i
union all
select s.tenant_id, s.storage_class, s.uid, s.template_uid, s.euid, s.name, s.json_addl, s.is_deleted, s.created_dt, s.modified_dt,
  null, null, null, null, null, s.feed_key, s.exec_state,
  s.exec_queue_key, s.priority, s.due_at, s.visible_from,
  s.ready_queue_key, s.delayed_queue_key, s.parked_as, s.correlation_id,
  s.trx_euid, s.accession_euid, s.run_euid,
  s.step_euid, s.barcode, s.room_id, s.deadline_at,
  s.unsettled_in, null, null, null,
  null, null, null, null, null, null,
  null, null, null, s.retirable
from tapline.instance_subject s
union all
select a.tenant_id, a.storage_class, a.uid, a.template_uid, a.euid, null, a.json_addl, false, a.created_dt, a.created_dt,
  a.subject_uid, a.worker_uid, a.queue_uid, null, a.actor_uid, a.feed_key, null,
  null, null, null, null,
  null, null, null, a.correlation_id,
  null, null, null,
  null, null, null, null,
  null, null, null, null,
  null, null, a.action_key, a.idempotency_key, a.event_type, a.event_more,
  a.ordinal, a.target_uid, a.executed_on_uid, null
from tapline.instance_action a
union all
select r.tenant_id, r.storage_class, r.uid, r.template_uid, r.euid, null, r.json_addl, false, r.created_dt, r.modified_dt,
  null, null, null, r.lease_uid, null, null, null,
  null, null, null, null,
  null, null, null, null,
  null, null, null,
  null, null, null, null,
  null, r.status, null, null,
  r.finished_at, null, null, null, null, null,
  null, null, null, null
from tapline.attempt_record r
union all
select l.tenant_id, l.storage_class, l.uid, l.template_uid, l.euid, null, l.json_addl, false, l.created_dt, l.modified_dt,
  l.subject_uid, l.worker_uid, l.queue_uid, null, null, null, null,
  null, null, null, null,
  null, null, null, null,
  null, null, null,
  null, null, null, null,
  null, l.status, l.expires_at, l.release_reason,
  null, null, null, null, null, null,
  null, null, null, null
from tapline.lease_document l
union all
select o.tenant_id, o.storage_class, o.uid, o.template_uid, o.euid, null, o.json_addl, false, o.created_dt, o.modified_dt,
  null, null, null, null, null, null, o.exec_state,
  null, null, null, null,
  null, null, null, null,
  null, null, null,
  null, null, null, null,
  null, null, null, null,
  null, null, null, null, null, null,
  null, null, null, null
from tapline.instance_tombstone o;

-- The log position of an action that is no claim, by its uid: by the index of uids, or as the ending of the lease whose uid is smaller by
-- three. Each look-up has BETWEEN, an order and a limit, which leave it one index to choose; the planner inlines the function. The
-- condition of the first look-up is that of action_by_uid.
create function tapline.action_place(tenant bigint, asked bigint) returns table (feed_key bigint)
  language sql stable parallel safe as
$$
  (select f.feed_key from tapline.fact_row f
   where f.tenant_id = tenant and f.uid between asked and asked and (f.lease_uid is null or f.uid <> f.lease_uid + 3)
   order by f.uid limit 1)
  union all
  (select f.feed_key
   from (
     select a.subject_uid, a.feed_key from tapline.attempt a
     where a.tenant_id = tenant and a.uid between asked - 3 and asked - 3
     order by a.uid limit 1) a
   cross join lateral (
     select f.feed_key from tapline.fact_row f
     where f.tenant_id = tenant and f.executed_on_uid between a.subject_uid and a.subject_uid and f.feed_key >= a.feed_key
       and f.uid = asked
     order by f.executed_on_uid, f.feed_key, f.uid limit 1) f)
$$;

-- Any object but a pulse, by its uid. The parts of an attempt are found by the uid of the lease.
create function tapline.object_by_uid(tenant bigint, asked bigint) returns table (uid bigint, storage_class text, template_uid bigint,
    euid text, name text, created_dt timestamptz, exec_state text, subject_uid bigint, lease_uid bigint, json_addl jsonb)
  language sql stable parallel safe as
$$
  (select i.uid, i.storage_class, i.template_uid, i.euid, i.name, i.created_dt, i.exec_state, i.subject_uid, i.lease_uid, i.json_addl
   from tapline.generic_instance i
   where i.tenant_id = tenant and i.uid between asked and asked and i.storage_class in ('subject', 'lease', 'registry')
   order by i.uid limit 1)
  union all
  (select i.uid, i.storage_class, i.template_uid, i.euid, i.name, i.created_dt, null, i.subject_uid, null, i.json_addl
   from tapline.instance_record i
   where i.tenant_id = tenant and i.uid between asked and asked
   order by i.uid limit 1)
  union all
  (select r.uid, r.storage_class, r.template_uid, r.euid, null, r.created_dt, null, null, r.lease_uid, r.json_addl
   from tapline.attempt_record r
   where r.tenant_id = tenant and r.lease_uid between asked - 1 and asked - 1
   order by r.lease_uid limit 1)
  union all
  (select f.uid, f.storage_class, f.template_uid, f.euid, null, f.created_dt, null, f.subject_uid, null, f.json_addl
   from tapline.action_place(tenant, asked) p
   cross join lateral (
     select * from tapline.fact_action f
     where f.tenant_id = tenant and f.feed_key between p.feed_key and p.feed_key and f.uid between asked and asked
     order by f.feed_key, f.uid limit 1) f)
  union all
  (select a.uid, a.storage_class, a.template_uid, a.euid, null, a.created_dt, null, a.subject_uid, null, a.json_addl
   from tapline.attempt_action a
   where a.tenant_id = tenant and a.lease_uid between asked - 2 and asked - 2
   order by a.lease_uid limit 1)
$$;
