-- tapline.enqueue, the enqueue by SQL; its helper functions are in V6.

-- The answer to a repeated request, if its payload is the same.
create function tapline.replayed(action_euid text, subject_euid text, same boolean, idempotency_key text) returns jsonb
  language plpgsql as
$$
begin
  if not same then
    perform tapline.refuse('IDEMPOTENCY_CONFLICT', null, format(
      'idempotency_key %s was used before for another payload (action %s)', idempotency_key, action_euid));
  end if;
  return jsonb_build_object('status', 'OK', 'action_euid', action_euid, 'subject_euid', subject_euid, 'replayed', true);
end
$$;
-- The required properties of a job of a kind (decide/JobRule.java): a queue with an executor is a kind of job.
create function tapline.require_job(queue_key text, executor text, job jsonb) returns void
  language plpgsql as
$$
declare
  name text;
begin
  if executor is null then
    return;
  end if;
  if job is null or jsonb_typeof(job) <> 'object' then
    perform tapline.refuse('VALIDATION_FAILED', 'properties.job', format('properties.job: is required: a job of kind %s says its'
      ' domain, executor, source_system there', queue_key));
  end if;
  foreach name in array array['domain', 'executor', 'source_system'] loop
    if jsonb_typeof(job -> name) is distinct from 'string' or job ->> name !~ '[^[:space:]]' then
      perform tapline.refuse('VALIDATION_FAILED', 'properties.job.' || name, format('properties.job.%s: is required', name));
    end if;
    if length(job ->> name) > 200 then
      perform tapline.refuse('VALIDATION_FAILED', 'properties.job.' || name,
        format('properties.job.%s: is longer than 200 characters', name));
    end if;
  end loop;
  -- Without the field, the caller is the sender; a field that is present must contain a name.
  if job ? 'enqueued_by'
    and (jsonb_typeof(job -> 'enqueued_by') <> 'string' or job ->> 'enqueued_by' !~ '[^[:space:]]'
      or length(job ->> 'enqueued_by') > 200)
  then
    perform tapline.refuse('VALIDATION_FAILED', 'properties.job.enqueued_by',
      'properties.job.enqueued_by: is not a name of at most 200 characters; leave it out to be named yourself');
  end if;
  if job ? 'payload_classification'
    and (jsonb_typeof(job -> 'payload_classification') <> 'string'
      or job ->> 'payload_classification' not in ('safe_metadata', 'restricted'))
  then
    perform tapline.refuse('VALIDATION_FAILED', 'properties.job.payload_classification',
      'properties.job.payload_classification: is not one of [safe_metadata, restricted]');
  end if;
  if job ->> 'executor' <> executor then
    perform tapline.refuse('VALIDATION_FAILED', 'properties.job.executor', format(
      'properties.job.executor: jobs of kind %s are executed by %s, not by %s', queue_key, executor, job ->> 'executor'));
  end if;
end
$$;

-- Enqueues in the caller's own transaction: the job exists if, and only if, the caller commits. The same key of the same queue is the same
-- request: the function returns the first answer, with replayed set.
-- Concurrent requests with one key wait for each other at the unique index of the action, whose insert comes first and does nothing if
-- there is one: the caller keeps its transaction, and gets the answer of the other. An advisory lock for each key would fill the lock table
-- of the whole cluster when thousands of jobs are enqueued in one transaction (observed at about ten thousand), and the locks of all other
-- sessions would fail too.
create function tapline.enqueue(
  queue_key text,
  idempotency_key text,
  properties jsonb default null,
  template_code text default 'data/execution/task/1.0',
  subject_name text default null,
  next_action_key text default null,
  priority integer default null,
  ready_at timestamptz default null,
  due_at timestamptz default null,
  site text default null,
  platform text default null,
  assay text default null,
  max_attempts integer default null,
  deadline_at timestamptz default null,
  correlation_id text default null,
  tenant_key text default null,
  trace_id text default null,
  parent_job text default null,
  causation_event text default null,
  trx_euid text default null,
  accession_euid text default null,
  run_euid text default null,
  step_euid text default null) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as
$$
#variable_conflict use_variable
declare
  before constant text := current_setting('tapline.tenant_id', true);
  tenant constant bigint := tapline.producer_tenant(tenant_key);
  principal constant text := 'sql:' || session_user;
  actor bigint;
  queue record;
  subject_template record;
  action_template record;
  canonical text;
  stored jsonb;
  scope jsonb;
  correlation jsonb;
  request text;
  hash bytea;
  found record;
  at timestamptz;
  now_text text;
  from_text text;
  visible_from timestamptz;
  subject bigint;
  bulky bigint;
  action bigint;
  subject_euid text;
  action_euid text;
  envelope jsonb;
  feed bigint;
  fault record;
  parent bigint;
  cause bigint;
  written integer;
  -- The build that installed this code, whichever builds serve now.
  software_code smallint;
begin
  -- A caller by SQL may be the first session after a failover.
  select m.software_code into software_code from tapline.meet_cluster('${softwareVersion} sql') m;
  perform set_config('tapline.tenant_id', tenant::text, true);
  -- The checks that need only the request, in the engine's order.
  if coalesce(btrim(idempotency_key), '') = '' then
    perform tapline.refuse('VALIDATION_FAILED', 'idempotency_key', 'idempotency_key: is required');
  end if;
  perform tapline.require_short('idempotency_key', idempotency_key);
  perform tapline.require_identifier('correlation_id', correlation_id);
  perform tapline.require_identifier('trace_id', trace_id);
  if template_code is null then
    perform tapline.refuse('VALIDATION_FAILED', 'template_code', 'template_code: is required');
  end if;
  perform tapline.require_short('template_code', template_code);
  perform tapline.require_short('subject_name', subject_name);
  if coalesce(btrim(queue_key), '') = '' then
    perform tapline.refuse('VALIDATION_FAILED', 'queue_key', 'queue_key: is required');
  end if;
  perform tapline.require_short('queue_key', queue_key);
  if queue_key !~ '^[A-Za-z0-9@][A-Za-z0-9_.:@/-]*$' then
    perform tapline.refuse('VALIDATION_FAILED', 'queue_key', 'queue_key: is not letters, digits and _ . : @ / -');
  end if;
  perform tapline.require_short('next_action_key', next_action_key);
  if priority not between -1000000 and 1000000 then
    perform tapline.refuse('VALIDATION_FAILED', 'priority', format('priority: %s is not between -1000000 and 1000000', priority));
  end if;
  perform tapline.require_time('ready_at', ready_at);
  perform tapline.require_time('due_at', due_at);
  if max_attempts not between 1 and 1000 then
    perform tapline.refuse('VALIDATION_FAILED', 'max_attempts',
      format('max_attempts: %s is not between 1 and 1000', max_attempts));
  end if;
  if properties is not null then
    canonical := tapline.canonical(properties);
    if octet_length(canonical) > 262144 then
      perform tapline.refuse('PAYLOAD_TOO_LARGE', 'properties', format('properties: is %s bytes; at most 262144 are kept,'
        ' so store it elsewhere and send a reference', octet_length(canonical)));
    end if;
    if jsonb_typeof(properties) <> 'object' then
      perform tapline.refuse('VALIDATION_FAILED', 'properties', 'properties: is not a JSON object');
    end if;
    if properties ? 'execution' then
      perform tapline.refuse('VALIDATION_FAILED', 'properties.execution',
        'properties.execution: is where Tapline keeps the envelope; use another name');
    end if;
    stored := canonical;
  end if;
  perform tapline.require_short('scope.site', site);
  perform tapline.require_short('scope.platform', platform);
  perform tapline.require_short('scope.assay', assay);
  perform tapline.require_time('deadline_at', deadline_at);
  perform tapline.require_short('causation_event', causation_event);
  perform tapline.require_short('parent_job', parent_job);
  perform tapline.require_identifier('correlation.trx_euid', trx_euid);
  perform tapline.require_identifier('correlation.accession_euid', accession_euid);
  perform tapline.require_identifier('correlation.run_euid', run_euid);
  perform tapline.require_identifier('correlation.step_euid', step_euid);
  if coalesce(trx_euid, accession_euid, run_euid, step_euid) is not null then
    correlation := jsonb_strip_nulls(jsonb_build_object('trx_euid', trx_euid, 'accession_euid', accession_euid,
      'run_euid', run_euid, 'step_euid', step_euid));
  end if;
  if coalesce(site, platform, assay) is not null then
    scope := jsonb_strip_nulls(jsonb_build_object('site', site, 'platform', platform, 'assay', assay));
  end if;
  -- The hash of the request: that of the text that the engine would produce, field by field.
  request := '{' || concat_ws(',',
    '"template_code":' || to_json(template_code)::text,
    '"subject_name":' || to_json(subject_name)::text,
    '"properties":' || canonical,
    '"queue_key":' || to_json(queue_key)::text,
    '"next_action_key":' || to_json(next_action_key)::text,
    '"priority":' || priority,
    '"ready_at":' || to_json(tapline.time_text(ready_at))::text,
    '"due_at":' || to_json(tapline.time_text(due_at))::text,
    '"scope":{' || case when scope is not null then concat_ws(',', '"site":' || to_json(site)::text,
      '"platform":' || to_json(platform)::text, '"assay":' || to_json(assay)::text) end || '}',
    '"max_attempts":' || max_attempts,
    '"ties":{' || nullif(concat_ws(',', '"deadline_at":' || to_json(tapline.time_text(deadline_at))::text,
      '"causation_event":' || to_json(causation_event)::text, '"parent_job":' || to_json(parent_job)::text,
      '"correlation":{' || case when correlation is not null then concat_ws(',', '"trx_euid":' || to_json(trx_euid)::text,
        '"accession_euid":' || to_json(accession_euid)::text, '"run_euid":' || to_json(run_euid)::text,
        '"step_euid":' || to_json(step_euid)::text) end || '}'), '') || '}') || '}';
  hash := sha256(convert_to(request, 'UTF8'));

  actor := tapline.principal_of(tenant, principal, tapline.clock());
  select t.uid, t.euid_head, t.euid_even, t.euid_odd into action_template from tapline.generic_template t
    where t.tenant_id = tenant and t.template_code = 'action/execution/enqueue_subject/1.0';
  select q.uid, q.json_addl -> 'properties' as policy into queue
    from tapline.generic_template t
    join tapline.instance_registry q on q.tenant_id = t.tenant_id and q.template_uid = t.uid
    where t.tenant_id = tenant and t.template_code = 'data/execution/queue/1.0' and q.object_key = queue_key;
  if queue.uid is not null then
    select a.euid, a.payload_hash, a.subject_euid into found from tapline.fact a
      where a.tenant_id = tenant and a.template_uid = action_template.uid and a.target = 'queue' and a.idempotency_key = idempotency_key
        -- The same request in the retired queues whose key this one took over is a replay, too.
        and a.target_uid = any(queue.uid || coalesce((select array_agg(tapline.uid_of(e.euid))
          from jsonb_array_elements_text(queue.policy -> 'predecessor_euids') as e(euid)), '{}'))
      order by a.uid limit 1;
    if found.euid is not null then
      perform set_config('tapline.tenant_id', coalesce(before, ''), true);
      return tapline.replayed(found.euid, found.subject_euid, found.payload_hash = hash, idempotency_key);
    end if;
  end if;
  if exists (
    select 1 from tapline.generic_template t
    join tapline.instance_registry s on s.tenant_id = t.tenant_id and s.template_uid = t.uid
    where t.tenant_id = tenant and t.template_code = 'data/execution/setting/1.0'
      and s.object_key = 'queue.job_substrate.enabled' and s.json_addl #>> '{properties,enabled}' = 'false')
  then
    perform tapline.refuse('SUBSTRATE_DISABLED', null, 'new work is refused: the switch queue.job_substrate.enabled is off;'
      ' an admin turns it on again');
  end if;
  select t.uid, t.euid_head, t.euid_even, t.euid_odd into subject_template from tapline.generic_template t
    where t.tenant_id = tenant and t.template_code = template_code and t.storage_class = 'subject' and not t.is_deleted;
  if subject_template.uid is null then
    perform tapline.refuse('NOT_FOUND', 'template_code',
      format('template_code: there is no work-bearing template %s', template_code));
  end if;
  -- The causing event and the parent job must exist: an event is named by its id in the feed, or by its action.
  if causation_event is not null then
    cause := tapline.cause_of(tenant, causation_event);
    if cause is null then
      perform tapline.refuse('NOT_FOUND', 'causation_event', format('causation_event: there is no event %s', causation_event));
    end if;
  end if;
  if parent_job is not null then
    -- A retired job keeps its identity and may be named.
    select s.uid into parent from tapline.generic_instance s
      where s.storage_class = 'subject' and s.tenant_id = tenant and s.uid = tapline.uid_of(parent_job) and s.euid = parent_job;
    if parent is null then
      perform tapline.refuse('NOT_FOUND', 'parent_job', format('parent_job: there is no job %s', parent_job));
    end if;
  end if;
  if queue.uid is null then
    perform tapline.refuse('NOT_FOUND', 'queue_key', format('queue_key: there is no queue %s', queue_key));
  end if;
  if not queue.policy -> 'subject_template_codes' ? template_code then
    perform tapline.refuse('VALIDATION_FAILED', 'queue_key', format('queue_key: queue %s does not take %s', queue_key,
      template_code));
  end if;
  if queue.policy ->> 'payload_policy' = 'SIGNAL_ONLY' then
    select f.path, f.because into fault from tapline.signal_fault(stored, octet_length(canonical)) f;
    if fault.path is not null then
      perform tapline.refuse('PAYLOAD_REFUSED', concat_ws('.', 'properties', nullif(fault.path, '')), format(
        '%s: queue %s takes signals only%s; send a reference instead', concat_ws('.', 'properties', nullif(fault.path, '')),
        queue_key, fault.because));
    end if;
  end if;
  perform tapline.require_job(queue_key, queue.policy ->> 'executor', stored -> 'job');

  -- The default is set after the hash, which is of the request alone.
  next_action_key := coalesce(next_action_key, queue.policy ->> 'default_action_key');
  at := tapline.clock();
  now_text := tapline.time_text(at);
  visible_from := coalesce(ready_at, at);
  from_text := tapline.time_text(visible_from);
  -- The key is not below the newest transaction that has ended: while the login had no right to enqueue, the feed may have passed the id of
  -- this transaction. Entries that were read under the same key have smaller uids, because those were allocated before.
  feed := greatest(tapline.feed_key(), pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1 + tapline.feed_epoch());
  subject := nextval(tapline.uid_sequence(tenant));
  subject_euid := tapline.euid(subject_template.euid_head, subject_template.euid_even, subject_template.euid_odd, subject);
  envelope := jsonb_strip_nulls(jsonb_build_object(
    'scope', scope, 'state', 'READY', 'due_at', tapline.time_text(due_at), 'priority', coalesce(priority, 0),
    'ready_at', from_text, 'revision', 1, 'deadline_at', tapline.time_text(deadline_at), 'attempt_count', 0,
    'trace_id', trace_id, 'correlation', correlation, 'correlation_id', correlation_id, 'next_queue_key', queue_key, 'next_action_key', next_action_key,
    'max_attempts_override', max_attempts,
    'queue_cache', jsonb_build_object('computed_at', now_text,
      'current_queue_key', case when from_text <= now_text then queue_key end,
      'delayed', case when from_text > now_text then true end)));
  if octet_length(canonical) > 1500 then
    bulky := nextval(tapline.uid_sequence(tenant));
  end if;
  action := nextval(tapline.uid_sequence(tenant));
  action_euid := tapline.euid(action_template.euid_head, action_template.euid_even, action_template.euid_odd, action);
  insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid, queue_uid, actor_uid, executed_on_uid, target_uid,
      feed_key, revision_after, action_code, idempotency_key, payload_hash, to_state, event_type, actor, role, target, queue_key,
      correlation_id, trace_id, priority, attempt_count, ready_at, execution,
      software_code)
    values (tenant, action, action_template.uid, at, subject, queue.uid, actor, subject, queue.uid, feed, 1,
      tapline.action_code('enqueue_subject'), idempotency_key, hash, 'R',
      array_position(tapline.event_types(), 'job_enqueued'), principal, 'O', 'queue', queue_key,
      correlation_id, trace_id, coalesce(priority, 0), 0, visible_from,
      envelope - 'state' - 'revision' - 'priority' - 'attempt_count' - 'ready_at', software_code)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written = 0 then
    -- A concurrent request with the same key has committed while this one waited for it: its answer is returned.
    select a.euid, a.payload_hash, a.subject_euid into found from tapline.fact a
      where a.tenant_id = tenant and a.target_uid = queue.uid and a.template_uid = action_template.uid and a.target = 'queue'
        and a.idempotency_key = idempotency_key;
    perform set_config('tapline.tenant_id', coalesce(before, ''), true);
    return tapline.replayed(found.euid, found.subject_euid, found.payload_hash = hash, idempotency_key);
  end if;
  insert into tapline.subject (tenant_id, uid, template_uid, name, created_dt, modified_dt, feed_key, properties, revision,
      priority, attempt_count, max_attempts_override, delayed, exec_state, exec_queue_key, next_action_key, ready_at, due_at,
      visible_from, ready_queue_key, delayed_queue_key, cached_queue_key, cached_at, site, platform, assay, correlation_id, trace_id,
      deadline, deadline_at, labels)
    values (tenant, subject, subject_template.uid, subject_name, at, at, feed,
      case when octet_length(canonical) > 1500 then null else coalesce(stored, '{}') end, 1,
      coalesce(priority, 0), 0, max_attempts, case when from_text > now_text then true end, 'R', queue_key, next_action_key,
      visible_from, due_at, visible_from, case when from_text <= now_text then queue_key end,
      case when from_text > now_text then queue_key end, case when from_text <= now_text then queue_key end, at, site, platform,
      assay, correlation_id, trace_id, deadline_at, deadline_at, correlation);
  insert into tapline.subject_key (tenant_id, kind, value, subject_uid)
    select k.tenant_id, k.kind, k.value, k.subject_uid from tapline.subject_key_expected k
    where k.tenant_id = tenant and k.subject_uid = subject;
  -- Bulky properties are not in a row that every step rewrites.
  if octet_length(canonical) > 1500 then
    insert into tapline.instance_record (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt)
      select tenant, 'record', bulky, t.uid, tapline.euid(t.euid_head, t.euid_even, t.euid_odd, bulky),
        jsonb_build_object('properties', jsonb_build_object('status', 'FINAL', 'properties', stored)), at, at
      from tapline.generic_template t
      where t.tenant_id = tenant and t.template_code = 'data/execution/properties/1.0';
    insert into tapline.lineage_link (tenant_id, parent_uid, relationship, child_uid, created_dt)
      values (tenant, subject, 'execution_subject_properties', bulky, at);
  end if;
  insert into tapline.lineage_link (tenant_id, parent_uid, relationship, child_uid, created_dt)
    select tenant, t.other, t.relationship, subject, at
    from (values (cause, 'job_caused'), (parent, 'job_parent')) as t(other, relationship)
    where t.other is not null;
  perform set_config('tapline.tenant_id', coalesce(before, ''), true);
  return jsonb_build_object('status', 'OK', 'action_euid', action_euid, 'subject_euid', subject_euid, 'replayed', false);
end
$$;
comment on function tapline.enqueue is 'Work for a queue, in the caller''s own transaction. See docs/guide/sql.md.';

revoke execute on function tapline.enqueue, tapline.replayed, tapline.require_job from public;
