-- Per-attempt proof: a second record under the key of the first contradicts it. That there is one, the row of the attempt sees to.
select a.euid as object, 'two records ' || a.record_euid as found
from tapline.attempt a
join tapline.instance_record r on r.tenant_id = a.tenant_id and r.uid = a.record_uid
where a.tenant_id = :tenant
