-- Only queue_cache changes, which is a hint, so this is no action: without the mark the subject is looked at once more, and there
-- is nothing left to delete.
update tapline.instance_subject s
set json_addl = jsonb_set(s.json_addl, '{properties,execution,queue_cache}',
  coalesce(s.json_addl #> '{properties,execution,queue_cache}', '{}') || '{"retired": true}')
where s.tenant_id = :tenant and s.uid = any(:uids)
