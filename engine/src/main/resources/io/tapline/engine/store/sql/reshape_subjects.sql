-- Other properties for subjects; the envelope stays as it is, or as the statement before this one left it.
-- Each row finds its document by position, like update_subjects.
update tapline.subject s
set own = nullif(((:documents::text[])[array_position(:uids::bigint[], s.uid)])::jsonb, '{}'),
  barcode = left(((:documents::text[])[array_position(:uids::bigint[], s.uid)])::jsonb ->> 'barcode', 200),
  modified_dt = :now, feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)
