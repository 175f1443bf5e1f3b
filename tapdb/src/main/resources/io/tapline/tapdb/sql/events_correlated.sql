-- events_correlated.sql: what happened under one correlation id, in the order of time, from a place on and no further than a place in the
-- feed. The order is that of action_correlated and pulse_correlated, merged. A type is asked of what was met: one correlation is one
-- piece of somebody's business, and short.
select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
from tapline.generic_instance
where tenant_id = :tenant and storage_class in ('action', 'pulse') and correlation_id = :correlation
  and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
  and event_type is not null and (:type::text is null or event_type = :type or event_more = :type)
order by created_dt, uid
limit :limit
