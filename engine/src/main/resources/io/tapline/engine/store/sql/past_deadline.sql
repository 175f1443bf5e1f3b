-- Unfinished work whose deadline has passed, the longest past first. Held work is not among it (V2, deadline_at).
select s.euid, s.revision
from tapline.instance_subject s
where s.tenant_id = :tenant and s.deadline_at <= (select tapline.time_text(tapline.clock()))
order by s.deadline_at
limit :limit
