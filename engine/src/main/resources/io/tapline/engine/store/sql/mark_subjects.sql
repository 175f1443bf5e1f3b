-- The place in the log of an action that changed nothing of the subject (read_subjects.sql).
update tapline.subject s
set feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)
