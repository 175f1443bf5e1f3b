-- Leases that have lapsed, as a list of its own in the order of lease_active: another index of what is live would do for the
-- planner while it knows nothing of them, and costs a look at every live lease.
(select * from tapline.instance_lease k
 where k.tenant_id = :tenant and k.status = 'ACTIVE' and k.expires_at <= :now
 order by k.expires_at offset 0)
