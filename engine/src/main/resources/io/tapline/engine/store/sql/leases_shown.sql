-- What is shown of the leases of a page, and of what they are about: each is looked up by its key, whatever the planner knows of
-- the tables.
select l.uid, l.subject_uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, s.euid as subject_euid, s.name as subject_name,
  s.exec_state as subject_state, w.euid as worker_euid, w.name as worker_name,
  (select q.json_addl #>> '{properties,queue_key}' from tapline.instance_registry q
   where q.tenant_id = :tenant and q.uid between l.queue_uid and l.queue_uid order by q.uid limit 1) as queue_key,
  l.record_euid,
  page.shown_status
from page
cross join lateral (
  select * from tapline.lease_document l
  where l.tenant_id = :tenant and l.uid between page.uid and page.uid order by l.uid limit 1) l
cross join lateral (
  select s.euid, s.name, s.exec_state from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid order by s.uid limit 1) s
left join lateral (
  select w.euid, w.json_addl #>> '{properties,display_name}' as name from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between l.worker_uid and l.worker_uid order by w.uid limit 1) w on true
order by page.uid
