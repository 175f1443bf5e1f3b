-- Partitions of instance_pulse.

-- name: pulse_clock
-- Real time, independent of the test clock, because the removal of evidence must not depend on that.
select clock_timestamp() as now

-- name: pulse_partitions
-- The partitions of instance_pulse by name.
select c.relname
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'tapline.instance_pulse'::regclass
order by c.relname

-- name: pulse_policy_roles
-- The roles of the policy of a new partition: the installation's own, because installations name them.
select (select string_agg(quote_ident(r.name), ', ') from unnest(p.roles) as r(name)) as roles
from pg_policies p
where p.schemaname = 'tapline' and p.tablename = 'instance_pulse' and p.policyname = 'own_tenant'
