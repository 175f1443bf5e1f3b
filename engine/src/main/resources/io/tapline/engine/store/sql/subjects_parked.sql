-- Subjects that are parked in one state, of one queue or of all, the newest first (subject_parked, backwards).
select s.uid, s.uid as place_uid, s.parked_as as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject p
  where p.tenant_id = :tenant and p.parked_as >= :parked_from and p.parked_as <= :parked_to
    and (p.parked_as, p.uid) < (:place_text, :place_uid)
  order by p.parked_as desc, p.uid desc
  limit :look) s
