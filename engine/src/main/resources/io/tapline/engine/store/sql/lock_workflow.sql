-- One workflow, to see all of its jobs: a transaction that adds a job holds it shared until its end
-- (share_workflows.sql), so what is read after this has every job that was not refused. Nothing else is locked with it.
select w.uid from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = :uid
for no key update of w
