-- What a worker claimed, the newest first (lease_of_worker, backwards), and how each ended. Only what is shown is joined to what it is
-- about; each is looked up by its key. A lapsed lease is EXPIRED from that instant on, settled or not.
select a.uid, a.euid as lease_euid, a.record_euid, a.attempt_number, tapline.time_text(a.created_dt) as claimed_at,
  case when a.status = 'ACTIVE' and a.expires_at <= :now then 'EXPIRED' else a.status end as lease_status,
  a.record_status, a.finished_at, a.duration_ms, a.error_class, a.error_code, a.error_message,
  s.euid as subject_euid, s.name as subject_name,
  (select q.json_addl #>> '{properties,queue_key}' from tapline.instance_registry q
   where q.tenant_id = :tenant and q.uid between a.queue_uid and a.queue_uid order by q.uid limit 1) as queue_key
from (
  select * from tapline.attempt k
  where k.tenant_id = :tenant and k.worker_uid between :worker and :worker and k.uid < :before
  order by k.worker_uid desc, k.uid desc
  limit :limit) a
cross join lateral (
  select s.euid, s.name from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between a.subject_uid and a.subject_uid order by s.uid limit 1) s
order by a.uid desc
