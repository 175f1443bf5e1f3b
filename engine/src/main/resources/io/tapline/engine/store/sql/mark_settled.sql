-- Only the mark changes, which is a hint, so this is no action: without the mark a job is looked at once more, and the look
-- finds everything done. What changed since it was looked at keeps being unsettled; what is locked is changing.
update tapline.subject s
set settled = true, unsettled_in = null
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.subject d
  where d.tenant_id = :tenant and d.uid = any(:uids)
    and d.revision::text = (:revisions::text[])[array_position(:uids::bigint[], d.uid)]
  for no key update skip locked))
