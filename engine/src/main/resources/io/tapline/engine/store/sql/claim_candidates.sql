-- The first visible subjects of one queue, locked. SKIP LOCKED: another claimer has what is locked, or it is changing.
-- The order is that of the index subject_ready_order, column by column: any difference sorts the whole backlog.
select s.uid, s.priority, s.due_at, s.visible_from, s.created_dt, s.euid
from tapline.subject s
where
--include claimable
order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
limit :limit
for no key update of s skip locked
