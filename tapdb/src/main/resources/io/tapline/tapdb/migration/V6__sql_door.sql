-- The SQL interface: any PostgreSQL client can enqueue jobs inside its own transaction, by the same rules and with the same evidence as
-- through the engine (SqlDoorTest sends the same requests to both and compares every row), and read them through views.

-- Refusals have SQLSTATEs of their own: TL001 VALIDATION_FAILED, TL002 NOT_FOUND, TL003 IDEMPOTENCY_CONFLICT, TL004 PAYLOAD_REFUSED, TL005
-- PAYLOAD_TOO_LARGE, TL006 SUBSTRATE_DISABLED, TL007 FORBIDDEN. The column of the error is the name of the argument.
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

-- An identifier or a name of at most 200 characters.
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

-- An identifier of another system, which is no sentence.
create function tapline.require_identifier(field text, value text) returns void
  language plpgsql as
$$
begin
  if value !~ '^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$' then
    perform tapline.refuse('VALIDATION_FAILED', field,
      format('%s: is not an identifier of at most 64 letters, digits and _ . : -, such as TRX50001', field));
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

-- A document as the engine writes it into hashes: keys in order, no spaces, decimals without trailing zeros. The function refuses a
-- document that the engine would refuse to store.
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

-- The rule of queues for signals (decide/SignalOnly.java): the path to the first value that such a queue refuses, and the reason. Keys at
-- any depth come first, then texts and lists that are too large, then the whole document, whose path is empty.
create function tapline.signal_fault(document jsonb, bytes integer, out path text, out because text)
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
  select f.path, f.because from (
    select 1 as rank, path, '' as because from inside
    where lower(key) in ('body', 'content', 'raw', 'vector', 'embedding', 'secret', 'token', 'password', 'ssn', 'personal_data')
    union all
    select 2, path, ', texts of at most 1000 characters, and this has ' || length(value #>> '{}') from inside
    where jsonb_typeof(value) = 'string' and length(value #>> '{}') > 1000
    union all
    select 2, path, ', lists of at most 100 entries, and this has ' || jsonb_array_length(value) from inside
    where case jsonb_typeof(value) when 'array' then jsonb_array_length(value) > 100 end
    union all
    select 3, '', ', at most 16384 bytes of them, and this is ' || bytes where bytes > 16384) f
  order by f.rank
  limit 1
$$;

-- EuidMint in reverse: the uid within an EUID, or null.
create function tapline.uid_of(euid text) returns bigint
  language plpgsql immutable parallel safe as
$$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  body constant text := substring(euid from '^[A-Z]{1,4}-[A-Z]{2,4}-([0-9A-HJKMNP-TV-Z]{1,12})[0-9A-HJKMNP-TV-Z]$');
  uid bigint := 0;
begin
  if body is null then
    return null;
  end if;
  for i in 1..length(body) loop
    uid := uid * 32 + strpos(alphabet, substr(body, i, 1)) - 1;
  end loop;
  return uid;
end
$$;

-- The action that contains an event: Z-AE-10.0 is the first event of the action Z-AE-10. Null if there is no such event.
create function tapline.cause_of(tenant bigint, event text) returns bigint
  language sql stable as
$$
  select a.uid
  from (select coalesce(substring(event from '^(.+)\.[0-9]{1,3}$'), event) as euid,
    coalesce(substring(event from '\.([0-9]{1,3})$')::integer + 1, 0) as events) e
  cross join lateral (
    select i.uid, i.json_addl from tapline.object_by_uid(tenant, tapline.uid_of(e.euid)) i
    where i.storage_class = 'action' and i.euid = e.euid
    union all
    select i.uid, i.json_addl from tapline.instance_pulse i
    where i.tenant_id = tenant and i.uid = tapline.uid_of(e.euid) and i.euid = e.euid) a
  where coalesce(jsonb_array_length(a.json_addl #> '{properties,events}'), 0) >= e.events
$$;

-- The tenant of the job: the one whose producer role, created by the owner, the login has. It never follows from a setting, which any login
-- can change, nor from a name alone, which a login with CREATEROLE can take.
create function tapline.producer_tenant(named text) returns bigint
  language plpgsql stable as
$$
declare
  tenants bigint[];
  asked bigint;
begin
  select array_agg(t.tenant_id) into tenants
    from tapline.tenant_role t
    join pg_roles r on r.oid = t.role
    where t.kind = 'producer' and pg_has_role(session_user, r.oid, 'member')
      -- Under an old snapshot the role must have been granted before it: with a later grant, the login would write behind the feed (V14,
      -- feed_writers in V5).
      and (current_setting('transaction_isolation') like 'read %' or (
        with recursive granted as (
          select u.oid, u.rolsuper from pg_roles u where u.rolname = session_user
          union
          select m.roleid, false from pg_auth_members m join granted g on g.oid = m.member
        )
        select bool_or(g.rolsuper or g.oid = r.oid) from granted g))
      and r.rolname = format('tapline_producer_%s_%s', (select oid from pg_database where datname = current_database()), t.tenant_id);
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
  select t.uid, t.euid_head, t.euid_even, t.euid_odd into template from tapline.generic_template t
    where t.tenant_id = tenant and t.template_code = 'actor/system/principal/1.0';
  for attempt in 1..2 loop
    select i.uid into found from tapline.instance_registry i
      where i.tenant_id = tenant and i.template_uid = template.uid and i.object_key = principal;
    if found is not null then
      return found;
    end if;
    uid := nextval(tapline.uid_sequence(tenant));
    insert into tapline.instance_registry
      (tenant_id, storage_class, uid, template_uid, euid, name, json_addl, created_dt, modified_dt)
      values (tenant, 'registry', uid, template.uid, tapline.euid(template.euid_head, template.euid_even, template.euid_odd, uid), principal,
        jsonb_build_object('properties', jsonb_build_object('principal_key', principal, 'status', 'ACTIVE')), at, at)
      on conflict do nothing;
  end loop;
  return found;
end
$$;

-- The function itself, tapline.enqueue, is in V14.
revoke execute on function tapline.principal_of, tapline.producer_tenant, tapline.refuse, tapline.require_short, tapline.require_identifier,
  tapline.require_time, tapline.cause_of from public;
