-- Partitions of instance_pulse.

-- name: pulse_lock
-- One server keeps the partitions at a time; the second finds the work done.
select pg_advisory_xact_lock(hashtextextended('tapline.pulse_partitions', 0)), clock_timestamp() as now

-- name: pulse_partitions
-- The partitions of instance_pulse by name.
select c.relname
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'tapline.instance_pulse'::regclass
order by c.relname
