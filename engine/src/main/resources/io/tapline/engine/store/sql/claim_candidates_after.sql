-- The same from a place in the order on, among subjects of one priority without a due date: the index is entered there, and
-- what lies before it is not looked at (Candidates says when).
select s.uid, s.priority, s.due_at, s.visible_from, s.created_dt, s.euid
from tapline.instance_subject s
where s.priority = :place_priority and s.due_at is null
  and (s.visible_from, s.created_dt, s.euid) > (:place_visible_from, :place_created_dt, :place_euid)
  and
--include claimable
order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
limit :limit
for no key update of s skip locked
