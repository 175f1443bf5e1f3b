-- Subjects that were put away and whose evidence is past its term. None of them can be claimed, so no claim waits for these
-- locks; what somebody requeues at this moment is locked by them, and stays.
select uid from tapline.subject
where tenant_id = :tenant and retirable <= (select tapline.time_text(tapline.clock()))
order by retirable
limit :limit
for update skip locked
