-- What the server runs with, as far as it differs from PostgreSQL's own defaults or matters for durability and speed.
select name, current_setting(name) as value
from pg_settings
where name in (
  'fsync', 'full_page_writes', 'synchronous_commit', 'wal_level', 'max_wal_size', 'wal_compression', 'shared_buffers',
  'work_mem', 'max_connections', 'autovacuum', 'jit')
order by name
