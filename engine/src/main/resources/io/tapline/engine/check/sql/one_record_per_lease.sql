-- Per-attempt proof: an attempt without a record leaves no evidence, two records contradict each other.
select l.euid as object, count(r.uid) || ' records' as found
from tapline.instance_lease l
left join tapline.instance_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
where l.tenant_id = :tenant
group by l.uid, l.euid
having count(r.uid) <> 1
