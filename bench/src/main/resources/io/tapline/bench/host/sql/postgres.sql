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

-- name: index_entries
-- Entries in leaf pages of B-trees. An entry that splits its page has a record of the split instead of its own; each split adds one
-- entry to the level above, or a new root, so those stand for it.
select coalesce(sum(count), 0)::bigint
from pg_get_wal_stats('0/0'::pg_lsn + ?::numeric, '0/0'::pg_lsn + ?::numeric, true)
where "resource_manager/record_type" like 'Btree/INSERT%' or "resource_manager/record_type" = 'Btree/NEWROOT'

-- name: disk
-- The size of a partitioned table is that of its partitions.
select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
from pg_class c
where c.relnamespace = 'tapline'::regnamespace and c.relkind = 'r'

-- name: sessions
select string_agg(pid::text, ',')
from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
