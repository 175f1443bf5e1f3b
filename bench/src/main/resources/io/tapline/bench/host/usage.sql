select
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal_bytes,
  (select xact_commit from pg_stat_database where datname = current_database()) as commits,
  (select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint from pg_stat_user_tables) as dead_tuples
