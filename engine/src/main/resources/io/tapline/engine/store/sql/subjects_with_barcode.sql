-- Subjects with one barcode among their properties, the newest first (subject_barcode, backwards).
select s.uid, s.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject b
  where b.tenant_id = :tenant and b.barcode = :barcode and b.uid < :place_uid
  order by b.barcode desc, b.uid desc
  limit :look) s
