-- Exclusivity: two workers must never both believe that a subject is theirs. Lapsed ones count: whoever
-- grants a lease settles the lapsed one first.
select s.euid as object, count(*) || ' ACTIVE leases: ' || string_agg(l.euid, ', ' order by l.uid) as found
from tapline.instance_lease l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = :tenant and l.status = 'ACTIVE'
group by s.uid, s.euid
having count(*) > 1
