-- Only the envelope is sent; the subject's own properties stay where they are.
-- Each row finds its document by position, not by a join: a join's plan, made while the table was small, reads all rows of
-- the tenant and compares each with every uid.
update tapline.instance_subject s
set json_addl = jsonb_set(s.json_addl, '{properties,execution}', ((:documents::text[])[array_position(:uids::bigint[], s.uid)])::jsonb),
  modified_dt = :now, feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)
