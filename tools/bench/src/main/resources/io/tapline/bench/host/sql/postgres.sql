-- Settings and resource usage of the PostgreSQL of a benchmark.

-- name: settings
-- The settings that affect durability and speed.
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

-- name: index_entries
-- Entries in leaf pages of B-trees. The WAL record of an entry that splits its page is that of the split; each split adds one entry to
-- the level above, or a new root, and these are counted instead.
select coalesce(sum(count), 0)::bigint
from pg_get_wal_stats('0/0'::pg_lsn + ?::numeric, '0/0'::pg_lsn + ?::numeric, true)
where "resource_manager/record_type" like 'Btree/INSERT%' or "resource_manager/record_type" = 'Btree/NEWROOT'

-- name: disk
-- A partitioned table is counted by its partitions.
select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
from pg_class c
where c.relnamespace = 'tapline'::regnamespace and c.relkind = 'r'

-- name: sessions
select string_agg(pid::text, ',')
from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
