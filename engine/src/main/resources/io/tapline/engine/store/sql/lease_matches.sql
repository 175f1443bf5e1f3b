-- Whether the subject of a lease that was looked at is one to show; a null leaves it open. It is read only when something is
-- asked of it.
(not :narrowed or (
  select (:state::text is null or s.exec_state = :state)
    and (:site::text is null or s.site = :site)
    and (:platform::text is null or s.platform = :platform)
    and (:assay::text is null or s.assay = :assay)
  from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid order by s.uid limit 1))
