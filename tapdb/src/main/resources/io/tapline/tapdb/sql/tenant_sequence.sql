-- tenant_sequence.sql: where a new tenant's identifiers come from. From the cluster's present life on, so that nothing repeats what a
-- tenant of the same domain was given before a restore that lost it.
select tapline.make_uid_sequence(?, coalesce((select l.uid from tapline.cluster_life l order by l.number desc limit 1), 1))
