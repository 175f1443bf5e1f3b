-- Who holds live leases of which queue: a worker whose slots are all taken asks for nothing, and serves it all the same.
select distinct l.queue_uid, l.worker_uid
from tapline.live_lease l
where l.tenant_id = :tenant and l.expires_at > :now
