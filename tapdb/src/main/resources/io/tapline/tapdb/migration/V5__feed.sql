-- The feed is ordered by transaction ids, which belong to the cluster: rows that were dumped and restored elsewhere have keys that the new
-- cluster has yet to reach. Until then their entries would not be readable, and new ones would be written behind the cursors of consumers.
-- So an epoch is added to the ids, which the owner raises when it finds such rows.

-- The epoch is a constant in a function, which a dump contains: it is planned into the statements that use it, and costs one addition. The
-- function is STABLE, not IMMUTABLE: a plan with an inlined stable function is made again when the function is replaced.
create function tapline.feed_epoch() returns bigint
  language sql stable parallel safe
  return 0::bigint;

-- The feed key of an entry of this transaction, unless the newest entry of its job has a greater key.
create function tapline.feed_key() returns bigint
  language sql stable
  return pg_current_xact_id()::text::bigint + tapline.feed_epoch();

-- Open transactions of the caller's snapshot that may still write an entry. The function leaves out only those whose session is found and
-- cannot write: sessions of other databases, and logins that have none of the roles whose policies admit an insert and cannot grant
-- themselves one. A transaction whose session is not found (prepared, or ended since) counts. So no login that only reads, and no other
-- database of the cluster, holds the feed back (docs/adr/0006).
create function tapline.feed_writers(out xid bigint, out pid integer, out role name) returns setof record
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  as $$
    select x.xid::text::bigint, a.pid, r.rolname
    from pg_snapshot_xip(pg_current_snapshot()) as x(xid)
    left join pg_stat_get_activity(null) a on a.backend_xid = x.xid::xid
    left join pg_roles r on r.oid = a.usesysid
    where a.datid is null or r.oid is null
      or a.datid = (select d.oid from pg_database d where d.datname = current_database())
        and (r.rolsuper or r.rolbypassrls or r.rolcreaterole
          or pg_has_role(r.oid, '${ownerRole}', 'member') or pg_has_role(r.oid, '${servingRole}', 'member')
          or exists (
            select from tapline.tenant_role t join pg_roles p on p.oid = t.role
            where t.kind = 'producer' and pg_has_role(r.oid, p.oid, 'member')))
    union all
    -- A snapshot does not list the caller's own transaction.
    select pg_current_xact_id_if_assigned()::text::bigint, pg_backend_pid(), session_user
    where pg_current_xact_id_if_assigned() is not null
  $$;

-- Below the horizon, every transaction that may write an entry has ended, so no entry can still appear there. The function is STABLE: its
-- snapshot is that of the statement that reads the feed.
create function tapline.feed_horizon() returns bigint
  language plpgsql stable parallel restricted set search_path = pg_catalog, pg_temp as
$$
declare
  now constant pg_snapshot := pg_current_snapshot();
  horizon bigint := pg_snapshot_xmin(now)::text::bigint;
begin
  -- Usually no transaction is open.
  if pg_snapshot_xmin(now) <> pg_snapshot_xmax(now) then
    horizon := coalesce((select min(w.xid) from tapline.feed_writers() w), pg_snapshot_xmax(now)::text::bigint);
  end if;
  return horizon + tapline.feed_epoch();
end
$$;
revoke execute on function tapline.feed_writers(), tapline.feed_horizon() from public;
grant execute on function tapline.feed_writers(), tapline.feed_horizon() to ${servingRole};

-- The identity of the database, without its timeline: a failover keeps all three parts. A dump is restored into a cluster with another
-- identifier, or into the same cluster: then the database has another OID, or the table of actions has one, if pg_restore --clean made the
-- tables again. A copy of the files keeps all three.
create function tapline.database_identity() returns text
  language sql volatile parallel unsafe set search_path = pg_catalog, pg_temp
  as $$
    select format('%s/%s/%s', c.system_identifier, d.oid, 'tapline.fact_row'::regclass::oid)
    from pg_control_system() c, pg_database d
    where d.datname = current_database()
  $$;

-- The identity of the incarnation: a promoted standby and a restore to a point in time keep the identity of their origin and get a timeline
-- of their own. The timeline is read from the name of the current WAL file, because the control file has it only from the next checkpoint
-- on. The function fails on a standby, which cannot serve.
create function tapline.cluster_identity() returns text
  language sql volatile parallel unsafe set search_path = pg_catalog, pg_temp
  as $$
    select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || tapline.database_identity()
  $$;

-- Every incarnation that was served from, the newest last: its start, and its first feed key and uid, also for tenants created in it.
create table tapline.cluster_life (
  number bigint primary key,
  identity text not null,
  begun_at timestamptz not null,
  feed_key bigint not null,
  uid bigint not null
);

-- Begins a new epoch if this is another incarnation than the last one served from, if an entry has a key that this cluster has not reached
-- (a restore without a record of its incarnation), or if asked is true: for a copy of the files with the same identity, which the function
-- cannot distinguish from a restart. Returns the epoch, or null if there was no cause.
-- The new keys and uids are greater than all that any earlier incarnation can have used, also one without a trace in this database, because
-- a restore went back to a time before it. They therefore continue from numbers that grow with the time of day, faster than any incarnation
-- can use them: 2^24 transactions and 2^20 uids a second. uids stay below 2^53 until the year 2297: a fencing token is a JSON number, and
-- some readers have no greater ones.
create function tapline.raise_feed_epoch(asked boolean default false) returns bigint
  language plpgsql set search_path = pg_catalog, pg_temp as
$$
declare
  -- The distance if a clock was set back: one whole turn of the 32-bit counter.
  ahead constant bigint := 4294967296;
  here constant text := tapline.cluster_identity();
  before constant text := current_setting('tapline.tenant_id', true);
  known tapline.cluster_life;
  tenants bigint[];
  tenant bigint;
  reached bigint := 0;
  drawn bigint;
  seconds numeric;
  floor_key bigint;
  floor_uid bigint;
  raised bigint;
begin
  -- Of concurrent servers, the second waits and finds the epoch begun.
  insert into tapline.server_lock (name) values ('feed_epoch') on conflict (name) do update set name = excluded.name;
  perform set_config('tapline.tenant_id', '0', true);
  select l.* into known from tapline.cluster_life l order by l.number desc limit 1;
  -- All tenants are read before the loop: policies depend on the setting that the loop changes.
  select array_agg(i.uid) into tenants
    from tapline.generic_template t
    join tapline.instance_registry i on i.tenant_id = t.tenant_id and i.template_uid = t.uid
    where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0';
  foreach tenant in array array_prepend(0::bigint, tenants) loop
    perform set_config('tapline.tenant_id', tenant::text, true);
    reached := greatest(reached,
      (select max(feed_key) from tapline.fact_row where tenant_id = tenant),
      (select max(feed_key) from tapline.attempt where tenant_id = tenant),
      (select max(feed_key) from tapline.instance_pulse where tenant_id = tenant));
  end loop;
  perform set_config('tapline.tenant_id', coalesce(before, ''), true);
  if not asked and coalesce(known.identity, here) = here
    and reached < pg_snapshot_xmax(pg_current_snapshot())::text::bigint + tapline.feed_epoch()
  then
    if known.number is null then
      insert into tapline.cluster_life values (1, here, clock_timestamp(), 0, 1);
    end if;
    return null;
  end if;
  -- The seconds have their fraction, so that of two restores in one second the later one gets greater numbers, too.
  seconds := extract(epoch from clock_timestamp());
  floor_key := floor(seconds * 16777216);
  reached := greatest(reached, pg_snapshot_xmax(pg_current_snapshot())::text::bigint + tapline.feed_epoch());
  floor_key := case when floor_key > reached then floor_key else reached + ahead end;
  -- The epoch counts from xmin: a transaction with an id but without a key may still write.
  raised := floor_key - pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  execute format('create or replace function tapline.feed_epoch() returns bigint '
    'language sql stable parallel safe return %s::bigint', raised);
  -- Seconds since 2025.
  floor_uid := floor((seconds - 1735689600) * 1048576);
  foreach tenant in array array_prepend(0::bigint, tenants) loop
    drawn := coalesce(pg_sequence_last_value(tapline.uid_sequence(tenant)), 0);
    perform setval(tapline.uid_sequence(tenant), case when floor_uid > drawn then floor_uid else drawn + ahead end);
  end loop;
  insert into tapline.cluster_life values (coalesce(known.number, 0) + 1, here, clock_timestamp(), floor_key, floor_uid);
  return raised;
end
$$;

-- Called once on every connection, before anything else (ClusterCheck.java), and by tapline.enqueue: the first session in a new incarnation
-- begins its epoch; concurrent sessions wait for it. Returns the incarnation, the last one served from, the epoch if one began, and the
-- code of the caller's build in this database.
-- A restore grants rights last. Until the serving role may use the schema, rows are missing, and an epoch that began then would collide
-- with the rows that follow.
create function tapline.meet_cluster(build text, out identity text, out former text, out epoch bigint, out software_code smallint)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as
$$
begin
  if not has_schema_privilege('${servingRole}', 'tapline', 'usage') then
    raise exception 'the schema tapline is being restored' using errcode = 'object_not_in_prerequisite_state';
  end if;
  identity := tapline.cluster_identity();
  former := (select l.identity from tapline.cluster_life l order by l.number desc limit 1);
  if identity is distinct from former then
    epoch := tapline.raise_feed_epoch();
  end if;
  software_code := (select v.code from tapline.software_version v where v.version = build);
  if software_code is null then
    -- Of two connections that add a build, the second waits for the first and finds its row.
    insert into tapline.software_version (version) values (build) on conflict (version) do nothing;
    software_code := (select v.code from tapline.software_version v where v.version = build);
  end if;
end
$$;
revoke execute on function tapline.raise_feed_epoch(boolean), tapline.meet_cluster(text), tapline.cluster_identity() from public;
grant execute on function tapline.meet_cluster(text) to ${servingRole};

-- The database from which events are sent to webhooks. There is one row at most. A dump contains it, so that a restored copy finds another
-- identity than its own.
create table tapline.delivery_home (
  only_one boolean primary key default true check (only_one),
  identity text not null,
  confirmed_at timestamptz not null
);

-- Whether this is a restored copy that no operator confirmed. The first call makes its database the home.
create function tapline.deliveries_fenced() returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as
$$
declare
  here constant text := tapline.database_identity();
  home text := (select h.identity from tapline.delivery_home h);
begin
  if home is null then
    insert into tapline.delivery_home (identity, confirmed_at) values (here, clock_timestamp()) on conflict do nothing;
    home := (select h.identity from tapline.delivery_home h);
  end if;
  return home is distinct from here;
end
$$;

-- Stores the decision of an operator that this database replaces the one from which it was copied. Returns whether deliveries were fenced.
create function tapline.confirm_deliveries() returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as
$$
declare
  fenced constant boolean := tapline.deliveries_fenced();
begin
  update tapline.delivery_home set identity = tapline.database_identity(), confirmed_at = clock_timestamp() where fenced;
  return fenced;
end
$$;
revoke execute on function tapline.database_identity(), tapline.deliveries_fenced(), tapline.confirm_deliveries() from public;
grant execute on function tapline.deliveries_fenced() to ${servingRole};
