-- Subjects whose name begins with a word, by name (subject_named). A range, because LIKE is not leakproof and would not reach
-- the index under row-level security.
select s.uid, s.uid as place_uid, s.name as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject n
  where n.tenant_id = :tenant and n.name >= :name_from and n.name <= :name_to
    and (n.name, n.uid) > (:place_text, :place_uid)
  order by n.name, n.uid
  limit :look) s
