-- The same from a place in the order on, among subjects of one priority without a due date: the index is entered there, and
-- what lies before it is not looked at (Candidates says when). None at all if something more urgent is visible, held or not:
-- the claim then begins at the head. That look ends at the first page of the index where nothing is more urgent.
select s.uid, s.priority, s.due_at, s.visible_from, s.created_dt, s.euid
from tapline.subject s
where s.priority = :place_priority and s.due_at is null
  and (s.visible_from, s.created_dt, s.euid) > (:place_visible_from, :place_created_dt, :place_euid)
  and not (select coalesce(:look_ahead and (
      (select true from tapline.subject a
      where a.tenant_id = :tenant and a.ready_queue_key = :queue and a.priority > :place_priority and a.visible_from <= :now
      order by a.priority desc, a.due_at, a.visible_from, a.created_dt, a.euid limit 1)
    or
      (select true from tapline.subject a
      where a.tenant_id = :tenant and a.ready_queue_key = :queue and a.priority = :place_priority and a.due_at is not null
        and a.visible_from <= :now
      order by a.priority desc, a.due_at, a.visible_from, a.created_dt, a.euid limit 1)), false))
  and
--include claimable
order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
limit :limit
for no key update of s skip locked
