-- Subjects under a lease that was not settled, in any queue (lease_active).
select l.subject_uid from tapline.instance_lease l
where l.tenant_id = :tenant and l.status = 'ACTIVE'
order by l.expires_at
