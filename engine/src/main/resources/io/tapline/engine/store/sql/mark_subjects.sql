-- The place in the log of an action that changed neither the subject nor its lease (read_subjects.sql).
update tapline.instance_subject s
set feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)
