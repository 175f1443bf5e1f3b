-- pulse_partitions.sql: the partitions of instance_pulse by name.
select c.relname
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'tapline.instance_pulse'::regclass
order by c.relname
