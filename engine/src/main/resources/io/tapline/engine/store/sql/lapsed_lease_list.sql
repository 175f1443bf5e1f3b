-- Leases that have lapsed, as a list of its own in the order of subject_leased_until: another index of what is live would do for the
-- planner while it knows nothing of them, and costs a look at every live lease.
(select * from tapline.live_lease k
 where k.tenant_id = :tenant and k.expires_at <= :now
 order by k.expires_at offset 0)
