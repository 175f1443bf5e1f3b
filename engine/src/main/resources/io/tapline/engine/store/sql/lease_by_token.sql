-- The lease of one subject that has a token, live or ended, and its worker. A subject has few leases; the token has no index.
select l.euid as lease_euid, w.euid as worker_euid
from tapline.attempt l
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
where l.tenant_id = :tenant and l.subject_uid = :subject and l.lease_token = :token
order by l.uid desc
limit 1
