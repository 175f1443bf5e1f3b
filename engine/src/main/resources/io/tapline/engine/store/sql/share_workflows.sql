-- Workflows that somebody brings jobs to. Shared: many may at once, but nobody cancels one meanwhile (lock_workflow.sql).
select w.uid from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = any(:uids)
order by w.uid
for share of w
