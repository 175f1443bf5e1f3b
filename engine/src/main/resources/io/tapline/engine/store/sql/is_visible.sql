-- The one rule, asked of one subject.
select exists (
  select 1 from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid = :uid and coalesce(s.ready_queue_key, s.delayed_queue_key) = :queue
    and s.visible_from <= :now and
--include unleased
) or exists (
  select 1 from tapline.live_lease l, tapline.instance_subject s
  where s.uid = :uid and
--include lease_lapsed
)
