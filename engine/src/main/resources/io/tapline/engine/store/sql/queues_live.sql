-- Live leases and open dead letters of all queues at once. From what is live and open, of which there is little, not from each
-- queue's links, which are all that ever were.
select queue_uid, sum(leases)::bigint as active_leases, sum(letters)::bigint as dead_letters
from (
  select l.queue_uid, 1 as leases, 0 as letters from tapline.live_lease l
  where l.tenant_id = :tenant and l.expires_at > :now
  union all
  select k.parent_uid, 0, 1 from tapline.instance_registry d
  join tapline.lineage_link k on k.tenant_id = d.tenant_id and k.child_uid = d.uid
    and k.relationship = 'execution_queue_dead_letter'
  where d.tenant_id = :tenant and d.template_uid = :dead_letter and d.status = 'OPEN') live
group by queue_uid
