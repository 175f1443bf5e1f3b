-- Only queue_cache changes, which is a hint, so this is no action: without the mark a job is looked at once more, and the look
-- finds everything done. What changed since it was looked at keeps being unsettled; what is locked is changing.
update tapline.instance_subject s
set json_addl = jsonb_set(s.json_addl, '{properties,execution,queue_cache}',
  coalesce(s.json_addl #> '{properties,execution,queue_cache}', '{}') || '{"settled": true}')
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.instance_subject d
  where d.tenant_id = :tenant and d.uid = any(:uids)
    and d.json_addl #>> '{properties,execution,revision}' = (:revisions::text[])[array_position(:uids::bigint[], d.uid)]
  for no key update skip locked))
