-- Subjects whose last lease was this worker's, the newest lease first (lease_of_worker, backwards).
select s.uid, l.uid as place_uid, null::text as place_text, (
--include subject_matches
  and l.uid = (
    select n.uid from tapline.instance_lease n
    where n.tenant_id = s.tenant_id and n.subject_uid between s.uid and s.uid
    order by n.subject_uid desc, n.uid desc limit 1)) as matches
from (
  select w.uid, w.subject_uid from tapline.instance_lease w
  where w.tenant_id = :tenant and w.worker_uid between :worker_uid and :worker_uid and w.uid < :place_uid
  order by w.worker_uid desc, w.uid desc
  limit :look) l
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
  order by s.uid limit 1) s
