-- Takes the delayed mark from subjects that have become ready, a bounded number at a time: a million that mature at one
-- instant must not be one claim's work. Only the mark changes, which is a hint, so this is no action.
update tapline.subject s
set delayed = null, ready_queue_key = s.delayed_queue_key, delayed_queue_key = null
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.subject d
  where d.tenant_id = :tenant and d.delayed_queue_key = :queue
    and d.visible_from <= (select tapline.time_text(tapline.clock()))
  order by d.visible_from
  limit :limit
  for no key update skip locked))
