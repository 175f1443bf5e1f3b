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

-- Below it every transaction has ended, so nothing can still appear there.
create function tapline.feed_horizon() returns bigint
  language sql stable parallel safe
  return pg_snapshot_xmin(pg_current_snapshot())::text::bigint + tapline.feed_epoch();

-- Raises the epoch if an entry has a key that this cluster has not given out; null if there is none. By the owner, at start,
-- before anything is written: what was written into a restored database without it lies behind the restored entries.
create function tapline.raise_feed_epoch() returns bigint
  language plpgsql as
$$
declare
  -- Consumers may have read on in the old cluster after the dump was taken. Their cursors, too, must lie behind what comes now:
  -- one whole turn of the 32-bit counter is more than any cluster gives out between a dump and its restoring.
  ahead constant bigint := 4294967296;
  tenants bigint[];
  tenant bigint;
  reached bigint := 0;
  raised bigint;
begin
  -- Servers that start together: the second finds it done.
  perform pg_advisory_xact_lock(hashtextextended('tapline.feed_epoch', 0));
  perform set_config('tapline.tenant_id', '0', true);
  -- All at once: policies look at the setting, which the loop changes.
  select array_agg(i.uid) into tenants
    from tapline.generic_template t
    join tapline.instance_registry i on i.tenant_id = t.tenant_id and i.template_uid = t.uid
    where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0';
  foreach tenant in array array_prepend(0::bigint, tenants) loop
    perform set_config('tapline.tenant_id', tenant::text, true);
    reached := greatest(reached,
      (select max(feed_key) from tapline.instance_action where tenant_id = tenant),
      (select max(feed_key) from tapline.instance_pulse where tenant_id = tenant));
  end loop;
  if reached < pg_snapshot_xmax(pg_current_snapshot())::text::bigint + tapline.feed_epoch() then
    return null;
  end if;
  -- From xmin on: a transaction that has its id and has not asked for its key yet may still write.
  raised := reached + ahead - pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  execute format('create or replace function tapline.feed_epoch() returns bigint '
    'language sql stable parallel safe return %s::bigint', raised);
  return raised;
end
$$;
revoke execute on function tapline.raise_feed_epoch() from public;
