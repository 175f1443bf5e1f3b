-- Subjects with one correlation id, the newest first (subject_correlated, backwards).
select s.uid, s.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject c
  where c.tenant_id = :tenant and c.correlation_id = :correlated and c.uid < :place_uid
  order by c.correlation_id desc, c.uid desc
  limit :look) s
