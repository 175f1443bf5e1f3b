-- What was done to a queue's policy, the newest first (action_executed_on, backwards).
select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and a.executed_on_uid between :uid and :uid
  and (a.feed_key, a.uid) < (:place_feed_key, :place_uid)
  and a.action_key in ('create_queue', 'update_queue', 'retire_queue')
order by a.executed_on_uid desc, a.feed_key desc, a.uid desc
limit :limit
