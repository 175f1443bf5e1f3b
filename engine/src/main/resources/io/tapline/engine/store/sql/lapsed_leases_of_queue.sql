select l.uid, l.euid, l.subject_uid from tapline.instance_lease l
where l.tenant_id = :tenant and l.status = 'ACTIVE' and l.expires_at <= (select tapline.time_text(tapline.clock()))
  and l.queue_uid = :queue_uid
order by l.expires_at
limit :limit
