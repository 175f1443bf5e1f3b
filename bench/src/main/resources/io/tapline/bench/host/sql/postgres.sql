-- What the PostgreSQL under a benchmark runs with, and what it did.

-- name: settings
-- What the server runs with, as far as it differs from PostgreSQL's own defaults or matters for durability and speed.
select name, current_setting(name) as value
from pg_settings
where name in (
  'fsync', 'full_page_writes', 'synchronous_commit', 'wal_level', 'max_wal_size', 'wal_compression', 'shared_buffers',
  'work_mem', 'max_connections', 'autovacuum', 'jit')
order by name

-- name: usage
select
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal_bytes,
  (select xact_commit from pg_stat_database where datname = current_database()) as commits,
  (select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint from pg_stat_user_tables) as dead_tuples
