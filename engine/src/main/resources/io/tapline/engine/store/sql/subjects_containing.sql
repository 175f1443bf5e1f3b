-- Subjects with a text somewhere in their name, in any case, by name (subject_named). Only the index is read, but for those that have
-- it: for each look ten names, of which every tenth is told as come across, and the last, so that the walk knows how far it is.
-- Names that begin with the text, and what an earlier walk of the search has found, are not told again.
select n.uid, n.uid as place_uid, n.name as place_text, n.has and coalesce((
  select s.barcode is distinct from :contained and (
--include subject_matches
  ) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between n.uid and n.uid
  order by s.uid limit 1), false) as matches
from (
  select i.name, i.uid, position(lower(:contained) in lower(i.name)) > 0 as has,
    row_number() over (order by i.name, i.uid) as number, count(*) over () as all_of_them
  from (
    select c.name, c.uid from tapline.instance_subject c
    where c.tenant_id = :tenant and c.name is not null and (c.name, c.uid) > (:place_text, :place_uid)
    order by c.name, c.uid
    limit 10 * :look) i) n
where n.has or n.number % 10 = 0 or n.number = n.all_of_them
order by n.name, n.uid
