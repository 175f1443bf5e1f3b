-- All subjects, the newest first (the primary key, backwards).
select s.uid, s.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject a
  where a.tenant_id = :tenant and a.uid < :place_uid
  order by a.uid desc
  limit :look) s
