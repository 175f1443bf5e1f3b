-- The action that put the subject away stays: it says that there was something, what it came to and until when more was known.
-- It also keeps the subject's place in the feed, and the audit its count.
delete from tapline.fact a
where a.tenant_id = :tenant and a.executed_on_uid = any(:uids)
  and a.uid < (
    select max(c.uid) from tapline.fact c
    where c.tenant_id = a.tenant_id and c.executed_on_uid = a.executed_on_uid and c.action_key = 'clean_subject')
returning a.uid
