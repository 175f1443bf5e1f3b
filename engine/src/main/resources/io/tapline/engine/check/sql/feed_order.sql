-- A consumer of the feed sees each subject's entries in revision order. uids are drawn under the subject's lock, so their
-- order is the order of what happened. Progress is no event and has no place in the feed.
select a.euid as object, 'feed key ' || a.feed_key || ' after ' || a.previous || ', so the feed shows it too early' as found
from (
  select e.euid, e.action_key, e.feed_key, max(e.feed_key) over (partition by e.executed_on_uid order by e.uid
    rows between unbounded preceding and 1 preceding) as previous
  from tapline.generic_instance e
  join tapline.instance_subject s on s.tenant_id = e.tenant_id and s.uid = e.executed_on_uid
  where e.tenant_id = :tenant and e.storage_class in ('action', 'pulse')) a
where a.feed_key is null and a.action_key <> 'report_progress' or a.feed_key < a.previous
