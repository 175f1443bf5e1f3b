-- Only the mark changes, which is a hint, so this is no action: without the mark the subject is looked at once more, and there
-- is nothing left to delete.
update tapline.subject s
set retired = true, retirable = null
where s.tenant_id = :tenant and s.uid = any(:uids)
