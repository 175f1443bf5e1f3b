-- Subjects of a queue that were not ready when they were written, by the time they will be (subject_delayed). Those that have
-- become ready since are among them until a claim promotes them.
select s.uid, s.uid as place_uid, s.visible_from as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject d
  where d.tenant_id = :tenant and d.delayed_queue_key = :walk_queue
    and (d.visible_from, d.uid) > (:place_text, :place_uid)
  order by d.visible_from, d.uid
  limit :look) s
