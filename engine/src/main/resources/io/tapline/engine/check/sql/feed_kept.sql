-- The subject and its newest lease keep its newest place in the log: the next action's is not below it.
select s.euid as object, 'feed key ' || coalesce(greatest(s.feed_key, l.feed_key)::text, 'unset') || ', but its newest action has '
  || a.newest as found
from (
  select executed_on_uid, max(feed_key) as newest from tapline.generic_instance
  where tenant_id = :tenant and storage_class in ('action', 'pulse') group by executed_on_uid) a
join tapline.instance_subject s on s.tenant_id = :tenant and s.uid = a.executed_on_uid
left join lateral (
  select l.feed_key from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid = s.uid order by l.uid desc limit 1) l on true
where coalesce(greatest(s.feed_key, l.feed_key), 0) < a.newest
