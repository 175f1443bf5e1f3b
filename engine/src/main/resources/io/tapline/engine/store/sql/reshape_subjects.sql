-- Other properties for subjects; the envelope stays as it is, or as the statement before this one left it.
-- Each row finds its document by position, like update_subjects.
update tapline.instance_subject s
set json_addl = jsonb_set(s.json_addl, '{properties}',
    ((:documents::text[])[array_position(:uids::bigint[], s.uid)])::jsonb
      || jsonb_build_object('execution', s.json_addl #> '{properties,execution}')),
  modified_dt = :now, feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)
