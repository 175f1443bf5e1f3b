-- What a list of subjects is narrowed by; a null leaves it open. Asked of rows that a walk has come across, so that the walk
-- knows how far it has looked whether they match or not.
not s.is_deleted
and (:state::text is null or s.exec_state = :state)
and (:queue::text is null or s.exec_queue_key = :queue)
and (:queues::text[] is null or s.exec_queue_key = any(:queues))
and (:template::bigint is null or s.template_uid = :template)
and (:site::text is null or s.site = :site)
and (:platform::text is null or s.platform = :platform)
and (:assay::text is null or s.assay = :assay)
and (:correlation::text is null or s.correlation_id = :correlation)
and (:trx_euid::text is null or s.trx_euid = :trx_euid)
and (:accession_euid::text is null or s.accession_euid = :accession_euid)
and (:run_euid::text is null or s.run_euid = :run_euid)
and (:step_euid::text is null or s.step_euid = :step_euid)
and (not :overdue or s.due_at <= :now
  or s.exec_state = 'WAITING_EXTERNAL' and (s.external ->> 'deadline_at') <= :now)
-- Leased ones are another walk's: those with a lease that ends after this.
and (:leased_after::text is null or not coalesce(s.lease_expires_at > :leased_after, false))
-- So are those that an earlier walk of the same search has found.
and (:not_named_from::text is null or not coalesce(s.name between :not_named_from and :not_named_to, false))
and (:not_correlated::text is null or s.correlation_id is distinct from :not_correlated)
and (:not_referred::text is null
  or not coalesce(:not_referred in (s.trx_euid, s.accession_euid, s.run_euid, s.step_euid), false))
