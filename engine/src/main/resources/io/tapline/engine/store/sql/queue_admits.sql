-- What a queue asks of a subject s itself, wherever that subject was found: its kind, its place, and time that is left. All but
-- the place is in the index subject_ready_order, so a count need not touch the rows.
s.template_uid = any(:templates)
and (:any_site or s.site = any(:sites))
and (:any_platform or s.platform = any(:platforms))
and (:any_assay or s.assay = any(:assays))
and (s.deadline_at is null or s.deadline_at > :now)
and not s.is_deleted
