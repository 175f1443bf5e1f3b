-- The evidence of a chaos run in the store.

-- name: actions
-- All actions of the tenant, including heartbeats and renewals, in the order of the feed.
select euid, action_key, idempotency_key, ordinal, subject_uid, lease_uid,
  coalesce(jsonb_array_length(json_addl #> '{properties,events}'), 0) as events
from tapline.generic_instance
where tenant_id = ? and storage_class in ('action', 'pulse')
order by feed_key, uid

-- name: leases
-- All leases with their intervals. The interval of a lapsed lease ends at its expiry, whenever the lapse was recorded.
select l.euid, l.uid, s.euid as subject, l.status,
  tapline.time_text(l.created_dt) as claimed_at,
  least(coalesce(l.released_at, l.expires_at), l.expires_at) as ended_at
from tapline.instance_lease l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = ?

-- name: subjects
select euid, exec_state from tapline.instance_subject where tenant_id = ?
