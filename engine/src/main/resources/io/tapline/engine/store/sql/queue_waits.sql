-- How long subjects had waited in a queue when they were claimed, in steps of a tenth: of the newest :most of the leases between two
-- uids (lease_of_queue). Since when each could be claimed is in the envelope that the action before the claim left behind.
select ceil(ln(greatest(extract(epoch from l.created_dt - before.visible_from::timestamptz) * 1000, 1)) / ln(1.1))::integer
    as step,
  count(*) as claims
from (
  select k.uid, k.subject_uid, k.created_dt from tapline.instance_lease k
  where k.tenant_id = :tenant and k.queue_uid between :queue_uid and :queue_uid and k.uid > :from_uid and k.uid < :to_uid
  order by k.queue_uid desc, k.uid desc
  limit :most) l
cross join lateral (
  select coalesce(a.execution ->> 'retry_at', a.execution ->> 'ready_at')
    as visible_from
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between l.subject_uid and l.subject_uid and a.uid < l.uid
    and a.action_key <> 'claim_queue_item'
  order by a.executed_on_uid desc, a.feed_key desc, a.uid desc limit 1) before
where before.visible_from is not null
group by 1
