-- Of some queues: is there anything for a claim now, and when will there be more by itself? The next lapse is that of the
-- whole tenant, as in queue_outlook.sql.
select q.uid,
--include queue_may_have_work
  as stocked,
  least(
    (select s.visible_from from tapline.instance_subject s
     where s.tenant_id = :tenant and s.delayed_queue_key = q.key
       and s.visible_from > (select tapline.time_text(tapline.clock()))
     order by s.visible_from limit 1),
    (select l.expires_at from tapline.live_lease l
     where l.tenant_id = :tenant and l.expires_at > (select tapline.time_text(tapline.clock()))
     order by l.expires_at limit 1)) as next
from unnest(:uids, :keys) as q(uid, key)
