-- Every action of the tenant, heartbeats and renewals too, in the order of the feed.
select euid, action_key, idempotency_key, ordinal, subject_uid, lease_uid,
  coalesce(jsonb_array_length(json_addl #> '{properties,events}'), 0) as events
from tapline.generic_instance
where tenant_id = ? and storage_class in ('action', 'pulse')
order by feed_key, uid
