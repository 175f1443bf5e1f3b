-- The feed is ordered by transaction ids, and those are the cluster's own: rows that were dumped and restored elsewhere bring
-- keys that the new cluster has yet to reach. Until then their entries would not be read, and new ones would be written behind
-- the cursors that consumers keep. So an epoch is added to the ids, which the owner raises when it finds such rows.

-- A constant on purpose, and one that a dump takes along: it is planned into the statements that use it, and costs one addition.
-- STABLE, not IMMUTABLE: a plan with a stable function inlined is made anew when the function is replaced.
create function tapline.feed_epoch() returns bigint
  language sql stable parallel safe
  return 0::bigint;

-- What an entry of this transaction is ordered by, unless its subject's newest entry has a greater key.
create function tapline.feed_key() returns bigint
  language sql stable
  return pg_current_xact_id()::text::bigint + tapline.feed_epoch();

-- Transactions of the caller's snapshot that are open and may still write an entry. Left out are only those of sessions that are
-- found and cannot: sessions of other databases, and logins that have none of the roles whose policies admit an insert and could not
-- give themselves one. A transaction whose session is not found (prepared, or ended since) counts. So no login that only reads, and
-- no other database of the cluster, holds the feed back (docs/adr/0006).
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
    -- Its own is not in a snapshot's list.
    select pg_current_xact_id_if_assigned()::text::bigint, pg_backend_pid(), session_user
    where pg_current_xact_id_if_assigned() is not null
  $$;

-- Below it every transaction that may write an entry has ended, so nothing can still appear there. STABLE: the snapshot is that of the
-- statement which reads the feed.
create function tapline.feed_horizon() returns bigint
  language plpgsql stable parallel restricted set search_path = pg_catalog, pg_temp as
$$
declare
  now constant pg_snapshot := pg_current_snapshot();
  horizon bigint := pg_snapshot_xmin(now)::text::bigint;
begin
  -- Mostly no transaction is open.
  if pg_snapshot_xmin(now) <> pg_snapshot_xmax(now) then
    horizon := coalesce((select min(w.xid) from tapline.feed_writers() w), pg_snapshot_xmax(now)::text::bigint);
  end if;
  return horizon + tapline.feed_epoch();
end
$$;
revoke execute on function tapline.feed_writers(), tapline.feed_horizon() from public;
grant execute on function tapline.feed_writers(), tapline.feed_horizon() to ${servingRole};

-- Which database this is, whichever timeline it is on: a failover keeps all three parts. A dump is restored into a cluster with
-- another identifier, or into the same cluster: then the database has another OID, or, where pg_restore --clean made its tables
-- anew, the table of actions has. A copy of the files keeps all three.
create function tapline.database_identity() returns text
  language sql volatile parallel unsafe set search_path = pg_catalog, pg_temp
  as $$
    select format('%s/%s/%s', c.system_identifier, d.oid, 'tapline.fact_row'::regclass::oid)
    from pg_control_system() c, pg_database d
    where d.datname = current_database()
  $$;

-- And which of its lives: a promoted standby and a restore to a point in time go on under the identity of their origin and on a
-- timeline of their own. The timeline is that of the log being written, since the control file has it only from the next
-- checkpoint on. On a standby it fails, as nothing can be served from one.
create function tapline.cluster_identity() returns text
  language sql volatile parallel unsafe set search_path = pg_catalog, pg_temp
  as $$
    select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || tapline.database_identity()
  $$;

-- Every life that was served from, the newest last: since when, from which feed key and which uid on, also for tenants made in it.
create table tapline.cluster_life (
  number bigint primary key,
  identity text not null,
  begun_at timestamptz not null,
  feed_key bigint not null,
  uid bigint not null
);

-- Begins a new epoch if this is another life than the last one served from, if an entry has a key that this cluster has not
-- given out (a restore that brought no record of its life), or if it is asked to: for a copy of the files that goes on under
-- the same identity, which nothing here can tell from a restart. The epoch, or null when there was no cause.
-- What follows lies ahead of all that any earlier life can have given out unseen, also one that this database has no trace of
-- because it was put back to before it. Feed keys and uids therefore go on from numbers that grow with the time of day, faster
-- than any life can use them up: 2^24 transactions and 2^20 uids a second. uids stay below 2^53 until the year 2297: a fencing
-- token is a JSON number, and some readers have no greater ones.
create function tapline.raise_feed_epoch(asked boolean default false) returns bigint
  language plpgsql set search_path = pg_catalog, pg_temp as
$$
declare
  -- Where a clock was set back: one whole turn of the 32-bit counter.
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
  -- Servers that meet it together: the second finds it done.
  insert into tapline.server_lock (name) values ('feed_epoch') on conflict (name) do update set name = excluded.name;
  perform set_config('tapline.tenant_id', '0', true);
  select l.* into known from tapline.cluster_life l order by l.number desc limit 1;
  -- All at once: policies look at the setting, which the loop changes.
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
  -- With their fraction: of two restores in one second the later goes on further ahead, too.
  seconds := extract(epoch from clock_timestamp());
  floor_key := floor(seconds * 16777216);
  reached := greatest(reached, pg_snapshot_xmax(pg_current_snapshot())::text::bigint + tapline.feed_epoch());
  floor_key := case when floor_key > reached then floor_key else reached + ahead end;
  -- From xmin on: a transaction that has its id and has not asked for its key yet may still write.
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

-- Asked once on every connection, before anything else is done there (ClusterCheck.java), and by tapline.enqueue: the first that
-- comes to another life begins its epoch; a session that comes meanwhile waits for it. Returns which life it is and, where it
-- began an epoch after another life, that life and the epoch; and the code of the caller's build in this database.
-- A restore grants rights last. Until the serving role may use the schema its rows are not all there, and an epoch that is begun
-- then would collide with the rows to come.
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

-- The database that events are sent to webhooks from; one row at most, and a dump takes it along, so that a restored copy finds
-- another identity than its own.
create table tapline.delivery_home (
  only_one boolean primary key default true check (only_one),
  identity text not null,
  confirmed_at timestamptz not null
);

-- Whether this is a restored copy that no operator confirmed. The first server that asks makes its database the home.
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

-- An operator's decision: this database replaces the one that it was copied from. Whether deliveries were fenced.
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
