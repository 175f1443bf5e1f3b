-- The SQL door: work can be enqueued by any PostgreSQL client inside its own transaction, by the same rules and with the same
-- evidence as through the engine (SqlDoorTest feeds both the same requests and compares every row), and read through views.

-- Refusals have SQLSTATEs of their own: TL001 VALIDATION_FAILED, TL002 NOT_FOUND, TL003 IDEMPOTENCY_CONFLICT, TL004
-- PAYLOAD_REFUSED, TL005 PAYLOAD_TOO_LARGE, TL006 SUBSTRATE_DISABLED, TL007 FORBIDDEN. The column names the argument.
create function tapline.refuse(code text, field text, message text) returns void
  language plpgsql as
$$
begin
  raise exception '%: %', code, message using
    errcode = case code
      when 'VALIDATION_FAILED' then 'TL001' when 'NOT_FOUND' then 'TL002' when 'IDEMPOTENCY_CONFLICT' then 'TL003'
      when 'PAYLOAD_REFUSED' then 'TL004' when 'PAYLOAD_TOO_LARGE' then 'TL005' when 'SUBSTRATE_DISABLED' then 'TL006'
      else 'TL007' end,
    column = coalesce(field, '');
end
$$;

-- An identifier or a name: 200 characters are kept.
create function tapline.require_short(field text, value text) returns void
  language plpgsql as
$$
begin
  if length(value) > 200 then
    perform tapline.refuse('VALIDATION_FAILED', field,
      format('%s: is %s characters long; at most 200 are kept', field, length(value)));
  end if;
end
$$;

create function tapline.require_time(field text, value timestamptz) returns void
  language plpgsql as
$$
begin
  if value not between '1970-01-01T00:00:00Z' and '9999-12-31T23:59:59.999999Z' then
    perform tapline.refuse('VALIDATION_FAILED', field, field || ': is not between 1970 and 9999');
  end if;
end
$$;

-- EuidMint in SQL: the uid in Crockford's base 32 between prefix and a Luhn mod-32 check over domain, prefix and body.
create function tapline.mint(prefix text, uid bigint) returns text
  language plpgsql immutable parallel safe as
$$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  body text := '';
  rest bigint := uid;
  whole text;
  total integer := 0;
  value integer;
  doubled boolean := true;
begin
  while rest > 0 loop
    body := substr(alphabet, (rest & 31)::integer + 1, 1) || body;
    rest := rest >> 5;
  end loop;
  whole := 'Z' || prefix || body;
  for i in reverse length(whole)..1 loop
    value := (strpos(alphabet, substr(whole, i, 1)) - 1) * case when doubled then 2 else 1 end;
    total := total + value / 32 + value % 32;
    doubled := not doubled;
  end loop;
  return 'Z-' || prefix || '-' || body || substr(alphabet, (32 - total % 32) % 32 + 1, 1);
end
$$;

-- A document as the engine writes it into hashes: keys in order, no spaces, decimals without trailing zeros. Refuses what the
-- engine would refuse to store.
create function tapline.canonical(document jsonb, depth integer default 1) returns text
  language plpgsql immutable parallel safe as
$$
declare
  kind constant text := jsonb_typeof(document);
  number numeric;
begin
  if kind in ('object', 'array') and depth > 48 then
    perform tapline.refuse('VALIDATION_FAILED', 'properties', 'properties: is nested deeper than 48 levels');
  end if;
  if kind = 'object' then
    if exists (select 1 from jsonb_object_keys(document) k where length(k) > 4000) then
      perform tapline.refuse('VALIDATION_FAILED', 'properties', 'properties: has a key longer than 4000 characters');
    end if;
    return '{' || coalesce((
      select string_agg(to_json(e.key)::text || ':' || tapline.canonical(e.value, depth + 1), ',' order by e.key collate "C")
      from jsonb_each(document) e), '') || '}';
  elsif kind = 'array' then
    return '[' || coalesce((
      select string_agg(tapline.canonical(e.value, depth + 1), ',' order by e.place)
      from jsonb_array_elements(document) with ordinality as e(value, place)), '') || ']';
  elsif kind = 'number' then
    number := document #>> '{}';
    if length(number::text) > 500 then
      perform tapline.refuse('VALIDATION_FAILED', 'properties',
        'properties: holds a number of more than 500 digits; send it as text');
    end if;
    return case when scale(number) = 0 then number::text
      when scale(trim_scale(number)) = 0 then trim_scale(number)::text || '.0'
      else trim_scale(number)::text end;
  end if;
  return document::text;
end
$$;

-- Signal, not data: the path of the first key that a queue for signals refuses, at any depth, or null.
create function tapline.signal_offender(document jsonb) returns text
  language sql immutable parallel safe as
$$
  with recursive inside(path, key, value) as (
    select e.key, e.key, e.value from jsonb_each(case jsonb_typeof(document) when 'object' then document else '{}' end) e
    union all
    select i.path || '.' || c.key, c.key, c.value from inside i
    cross join lateral (
      select e.key, e.value from jsonb_each(case jsonb_typeof(i.value) when 'object' then i.value else '{}' end) e
      union all
      select (a.place - 1)::text, a.value
      from jsonb_array_elements(case jsonb_typeof(i.value) when 'array' then i.value else '[]' end)
        with ordinality as a(value, place)) c)
  select path from inside
  where lower(key) in ('body', 'content', 'raw', 'vector', 'embedding', 'secret', 'token', 'password', 'ssn', 'personal_data')
  limit 1
$$;

-- Whose work it is: the tenant whose producer role the login has, never a setting, which anyone could set.
create function tapline.producer_tenant(named text) returns bigint
  language plpgsql stable as
$$
declare
  tenants bigint[];
  asked bigint;
begin
  select array_agg(substring(r.rolname from '[0-9]+$')::bigint) into tenants
    from pg_roles r
    where r.rolname like format('tapline\_producer\_%s\_%%', (select oid from pg_database where datname = current_database()))
      and pg_has_role(session_user, r.oid, 'member');
  if named is not null then
    perform set_config('tapline.tenant_id', '0', true);
    select i.uid into asked from tapline.generic_template t
      join tapline.instance_registry i on i.tenant_id = t.tenant_id and i.template_uid = t.uid
      where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0' and i.object_key = named;
    if asked is null or not asked = any(tenants) then
      perform tapline.refuse('FORBIDDEN', 'tenant_key', format('%s may not enqueue for a tenant %s', session_user, named));
    end if;
    return asked;
  end if;
  if coalesce(cardinality(tenants), 0) <> 1 then
    perform tapline.refuse('FORBIDDEN', 'tenant_key', case when tenants is null
      then format('%s has no producer role; an administrator grants one', session_user)
      else format('%s may enqueue for %s tenants; name one', session_user, cardinality(tenants)) end);
  end if;
  return tenants[1];
end
$$;

create function tapline.principal_of(tenant bigint, principal text, at timestamptz) returns bigint
  language plpgsql as
$$
declare
  found bigint;
  template record;
  uid bigint;
begin
  select t.uid, t.euid_prefix into template from tapline.generic_template t
    where t.tenant_id = tenant and t.template_code = 'actor/system/principal/1.0';
  for attempt in 1..2 loop
    select i.uid into found from tapline.instance_registry i
      where i.tenant_id = tenant and i.template_uid = template.uid and i.object_key = principal;
    if found is not null then
      return found;
    end if;
    uid := nextval('tapline.uid_seq');
    insert into tapline.instance_registry
      (tenant_id, storage_class, uid, template_uid, euid, name, json_addl, created_dt, modified_dt)
      values (tenant, 'registry', uid, template.uid, tapline.mint(template.euid_prefix, uid), principal,
        jsonb_build_object('properties', jsonb_build_object('principal_key', principal, 'status', 'ACTIVE')), at, at)
      on conflict do nothing;
  end loop;
  return found;
end
$$;

-- Enqueues in the caller's own transaction: the work exists if, and only if, the caller commits. The same key of the same queue
-- is the same request: the first answer comes back, with replayed set.
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
  tenant_key text default null) returns jsonb
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
  request text;
  hash text;
  found record;
  at timestamptz;
  now_text text;
  from_text text;
  subject bigint;
  bulky bigint;
  action bigint;
  subject_euid text;
  envelope jsonb;
  note jsonb;
  feed bigint;
  offender text;
begin
  perform set_config('tapline.tenant_id', tenant::text, true);
  -- What can be said against the request from the request alone, in the engine's order.
  if coalesce(btrim(idempotency_key), '') = '' then
    perform tapline.refuse('VALIDATION_FAILED', 'idempotency_key', 'idempotency_key: is required');
  end if;
  perform tapline.require_short('idempotency_key', idempotency_key);
  perform tapline.require_short('correlation_id', correlation_id);
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
  if priority not between 0 and 1000000 then
    perform tapline.refuse('VALIDATION_FAILED', 'priority', format('priority: %s is not between 0 and 1000000', priority));
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
  if coalesce(site, platform, assay) is not null then
    scope := jsonb_strip_nulls(jsonb_build_object('site', site, 'platform', platform, 'assay', assay));
  end if;
  -- The hash of the request: what the engine would print, field by field.
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
    '"ties":{"deadline_at":' || to_json(tapline.time_text(deadline_at))::text || '}') || '}';
  hash := 'sha256:' || encode(sha256(convert_to(request, 'UTF8')), 'hex');

  actor := tapline.principal_of(tenant, principal, tapline.clock());
  select t.uid, t.euid_prefix as prefix into action_template from tapline.generic_template t
    where t.tenant_id = tenant and t.template_code = 'action/execution/enqueue_subject/1.0';
  select q.uid, q.json_addl -> 'properties' as policy into queue
    from tapline.generic_template t
    join tapline.instance_registry q on q.tenant_id = t.tenant_id and q.template_uid = t.uid
    where t.tenant_id = tenant and t.template_code = 'data/execution/queue/1.0' and q.object_key = queue_key;
  if queue.uid is not null then
    -- Twins take turns here; the unique index would cost the caller its transaction.
    perform pg_advisory_xact_lock(hashtextextended(format('tapline.enqueue %s %s %s', tenant, queue.uid, idempotency_key), 0));
    select a.euid, a.json_addl -> 'properties' as note into found from tapline.instance_action a
      where a.tenant_id = tenant and a.target_uid = queue.uid and a.action_key = 'enqueue_subject'
        and a.idempotency_key = idempotency_key;
    if found.euid is not null then
      if found.note ->> 'payload_hash' <> hash then
        perform tapline.refuse('IDEMPOTENCY_CONFLICT', null, format(
          'idempotency_key %s was used before for another payload (action %s)', idempotency_key, found.euid));
      end if;
      perform set_config('tapline.tenant_id', coalesce(before, ''), true);
      return jsonb_build_object('status', 'OK', 'action_euid', found.euid, 'subject_euid', found.note ->> 'subject_euid',
        'replayed', true);
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
  select t.uid, t.euid_prefix as prefix into subject_template from tapline.generic_template t
    where t.tenant_id = tenant and t.template_code = template_code and t.storage_class = 'subject' and not t.is_deleted;
  if subject_template.uid is null then
    perform tapline.refuse('NOT_FOUND', 'template_code',
      format('template_code: there is no work-bearing template %s', template_code));
  end if;
  if queue.uid is null then
    perform tapline.refuse('NOT_FOUND', 'queue_key', format('queue_key: there is no queue %s', queue_key));
  end if;
  if not queue.policy -> 'subject_template_codes' ? template_code then
    perform tapline.refuse('VALIDATION_FAILED', 'queue_key', format('queue_key: queue %s does not take %s', queue_key,
      template_code));
  end if;
  if queue.policy ->> 'payload_policy' = 'SIGNAL_ONLY' then
    offender := tapline.signal_offender(stored);
    if offender is not null then
      perform tapline.refuse('PAYLOAD_REFUSED', 'properties.' || offender, format(
        'properties.%s: queue %s takes signals only; send a reference instead', offender, queue_key));
    end if;
  end if;

  at := tapline.clock();
  now_text := tapline.time_text(at);
  from_text := coalesce(tapline.time_text(ready_at), now_text);
  feed := tapline.feed_key();
  subject := nextval('tapline.uid_seq');
  subject_euid := tapline.mint(subject_template.prefix, subject);
  envelope := jsonb_strip_nulls(jsonb_build_object(
    'scope', scope, 'state', 'READY', 'due_at', tapline.time_text(due_at), 'priority', coalesce(priority, 0),
    'ready_at', from_text, 'revision', 1, 'deadline_at', tapline.time_text(deadline_at), 'attempt_count', 0,
    'correlation_id', correlation_id, 'next_queue_key', queue_key, 'next_action_key', next_action_key,
    'max_attempts_override', max_attempts,
    'queue_cache', jsonb_build_object('computed_at', now_text,
      'current_queue_key', case when from_text <= now_text then queue_key end,
      'delayed', case when from_text > now_text then true end)));
  insert into tapline.instance_subject (tenant_id, storage_class, uid, template_uid, euid, name, json_addl, created_dt,
      modified_dt, feed_key)
    values (tenant, 'subject', subject, subject_template.uid, subject_euid, subject_name,
      jsonb_build_object('properties', case when octet_length(canonical) > 1500 then '{}' else coalesce(stored, '{}') end
        || jsonb_build_object('execution', envelope)), at, at, feed);
  -- Bulky properties do not ride on a row that every step rewrites.
  if octet_length(canonical) > 1500 then
    bulky := nextval('tapline.uid_seq');
    insert into tapline.instance_record (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt)
      select tenant, 'record', bulky, t.uid, tapline.mint(t.euid_prefix, bulky),
        jsonb_build_object('properties', jsonb_build_object('status', 'FINAL', 'properties', stored)), at, at
      from tapline.generic_template t
      where t.tenant_id = tenant and t.template_code = 'data/execution/properties/1.0';
    insert into tapline.lineage_link (tenant_id, parent_uid, relationship, child_uid, created_dt)
      values (tenant, subject, 'execution_subject_properties', bulky, at);
  end if;
  action := nextval('tapline.uid_seq');
  note := jsonb_strip_nulls(jsonb_build_object(
    'role', 'OPERATOR', 'actor', principal, 'status', 'OK', 'target', 'queue', 'to_state', 'READY',
    'events', jsonb_build_array(jsonb_build_object('to', 'READY', 'type', 'job_enqueued', 'revision', 1)),
    'execution', envelope - 'state' - 'revision', 'queue_key', queue_key, 'action_key', 'enqueue_subject',
    'payload_hash', hash, 'subject_euid', subject_euid, 'correlation_id', correlation_id, 'revision_after', 1,
    'idempotency_key', idempotency_key, 'software_version', 'tapline/sql'));
  insert into tapline.instance_action (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt,
      subject_uid, queue_uid, actor_uid, feed_key)
    values (tenant, 'action', action, action_template.uid, tapline.mint(action_template.prefix, action),
      jsonb_build_object('properties', note), at, at, subject, queue.uid, actor, feed);
  perform set_config('tapline.tenant_id', coalesce(before, ''), true);
  return jsonb_build_object('status', 'OK', 'action_euid', tapline.mint(action_template.prefix, action),
    'subject_euid', subject_euid, 'replayed', false);
end
$$;
comment on function tapline.enqueue is 'Work for a queue, in the caller''s own transaction. See docs/guide/sql.md.';

revoke execute on function tapline.enqueue, tapline.principal_of, tapline.producer_tenant, tapline.refuse,
  tapline.require_short, tapline.require_time from public;

-- Views for people and BI tools. security_invoker: the reader's own policies hold, and a tenant's reader has policies that name
-- its tenant as a constant. The status is decide/Projections.java in SQL; SqlViewsTest keeps the two together.
create view tapline.v_job with (security_invoker = true) as
select s.tenant_id, s.euid as job_id, s.name, s.exec_queue_key as job_kind,
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
  s.created_dt as enqueued_at, s.modified_dt as changed_at
from tapline.generic_instance s
cross join lateral (select tapline.time_text(tapline.clock()) as now) n
left join lateral (
  select l.status = 'ACTIVE' and l.expires_at > n.now as live, l.status = 'ACTIVE' and l.expires_at <= n.now as lapsed
  from tapline.generic_instance l
  where l.storage_class = 'lease' and l.tenant_id = s.tenant_id and l.subject_uid = s.uid
  order by l.uid desc limit 1) l on true
left join lateral (
  select q.json_addl from tapline.generic_instance q
  join tapline.generic_template t on t.tenant_id = q.tenant_id and t.uid = q.template_uid
  where q.storage_class = 'registry' and q.tenant_id = s.tenant_id and q.object_key = s.exec_queue_key
    and t.template_code = 'data/execution/queue/1.0') q on true
where s.storage_class = 'subject';

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
    'backlog', count(*) filter (where status = 'queued'),
    'in_progress', count(*) filter (where status in ('leased', 'in_progress')),
    'dead_letter_open', count(*) filter (where status = 'dead_letter'),
    'oldest_queued_age_s', coalesce(extract(epoch from tapline.clock()
      - min(enqueued_at) filter (where status = 'queued'))::bigint, 0),
    'lease_active', (select count(*) from tapline.generic_instance l where l.storage_class = 'lease' and l.status = 'ACTIVE'
      and l.expires_at > tapline.time_text(tapline.clock())))
  from tapline.v_job
$$;
grant select on tapline.v_job, tapline.v_job_queue_backlog, tapline.v_job_queue_in_progress,
  tapline.v_job_queue_dead_letter_open to ${servingRole};
