-- Subjects of a queue in the order in which they are claimed, whether they are visible or not.
select s.uid, s.priority, s.due_at, s.visible_from, s.created_dt, s.euid, (
--include subject_matches
) as matches
from (
--include ready_after
) s
