-- Jobs of workflows that have ended, or wait, and have not been looked at since (V2, unsettled_in).
select s.uid, s.euid, s.revision, s.exec_state <> 'PENDING' as ended
from tapline.instance_subject s
where s.tenant_id = :tenant and s.unsettled_in is not null
order by s.uid
limit :limit
