-- pulse_lock.sql: one server keeps the partitions at a time; the second finds the work done.
select pg_advisory_xact_lock(hashtextextended('tapline.pulse_partitions', 0)), clock_timestamp() as now
