-- Every read of "the" lease of a subject takes the newest one; an older ACTIVE one would be live and unseen.
select l.euid as object, 'ACTIVE, but ' || n.euid || ' of the same subject is newer' as found
from tapline.instance_lease l
join (select distinct on (subject_uid) subject_uid, uid, euid, status from tapline.instance_lease
  where tenant_id = :tenant order by subject_uid, uid desc) n on n.subject_uid = l.subject_uid
where l.tenant_id = :tenant and l.status = 'ACTIVE' and n.uid <> l.uid
  -- Two ACTIVE ones are one_active_lease's to report.
  and n.status <> 'ACTIVE'
