-- Leases that lapsed and that nobody has settled, oldest first.
select l.uid, l.euid, l.subject_uid from tapline.instance_lease l
where l.tenant_id = :tenant and l.status = 'ACTIVE' and l.expires_at <= (select tapline.time_text(tapline.clock()))
order by l.expires_at
limit :limit
