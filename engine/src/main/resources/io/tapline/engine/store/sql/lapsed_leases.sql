-- Leases that lapsed and that nobody has settled, oldest first.
select l.uid, (
    select k.euid from tapline.instance_lease k
    where k.tenant_id = l.tenant_id and k.uid between l.uid and l.uid order by k.uid limit 1) as euid, l.subject_uid
from tapline.live_lease l
where l.tenant_id = :tenant and l.expires_at <= (select tapline.time_text(tapline.clock()))
order by l.expires_at
limit :limit
