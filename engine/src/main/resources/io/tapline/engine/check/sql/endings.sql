-- How leases and attempts end is one table (decide/Ending.java); a pair that is not in it has no story.
select l.euid as object, 'lease ' || l.status || ' (' || coalesce(l.json_addl #>> '{properties,release_reason}', 'no reason')
  || '), record ' || r.status || ': no such ending' as found
from tapline.instance_lease l
join tapline.instance_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
where l.tenant_id = :tenant and l.status <> 'ACTIVE' and r.status <> 'STARTED'
  and not exists (select 1 from unnest(:ending_leases, :ending_records, :ending_reasons) as e(lease, record, reason)
    where e.lease = l.status and e.record = r.status and e.reason = l.json_addl #>> '{properties,release_reason}')
