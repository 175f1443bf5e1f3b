select count(*) from tapline.instance_lease l
where l.tenant_id = :tenant and l.worker_uid = :worker and l.status = 'ACTIVE' and l.expires_at > :now
