-- How leases and attempts end is one table (decide/Ending.java); a pair that is not in it has no story.
select a.euid as object, 'lease ' || a.status || ' (' || coalesce(a.release_reason, 'no reason')
  || '), record ' || a.record_status || ': no such ending' as found
from tapline.attempt a
where a.tenant_id = :tenant and a.status <> 'ACTIVE' and a.record_status <> 'STARTED'
  and not exists (select 1 from unnest(:ending_leases, :ending_records, :ending_reasons) as e(lease, record, reason)
    where e.lease = a.status and e.record = a.record_status and e.reason = a.release_reason)
