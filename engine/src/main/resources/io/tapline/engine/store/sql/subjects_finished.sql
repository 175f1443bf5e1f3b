-- Subjects whose last lease was one of this queue, the newest lease first (lease_of_queue, backwards). A completed subject is
-- routed to no queue any more; its last lease tells where it was completed.
select s.uid, l.uid as place_uid, null::text as place_text, (
--include subject_matches
  and l.uid = (
    select n.uid from tapline.instance_lease n
    where n.tenant_id = s.tenant_id and n.subject_uid between s.uid and s.uid
    order by n.subject_uid desc, n.uid desc limit 1)) as matches
from (
  select q.uid, q.subject_uid from tapline.instance_lease q
  where q.tenant_id = :tenant and q.queue_uid between :queue_uid and :queue_uid and q.uid < :place_uid
  order by q.queue_uid desc, q.uid desc
  limit :look) l
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
  order by s.uid limit 1) s
