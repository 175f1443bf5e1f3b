-- The same for properties that stand beside their subject (record_barcode, backwards).
select s.uid, p.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select b.tenant_id, b.uid from tapline.instance_record b
  where b.tenant_id = :tenant and b.barcode = :barcode and b.uid < :place_uid
  order by b.barcode desc, b.uid desc
  limit :look) p
cross join lateral (
  select k.parent_uid from tapline.lineage_link k
  where k.tenant_id = p.tenant_id and k.child_uid between p.uid and p.uid
    and k.relationship = 'execution_subject_properties'
  order by k.child_uid, k.relationship limit 1) k
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between k.parent_uid and k.parent_uid
  order by s.uid limit 1) s
