-- What the locks protect, read by a statement of its own after they are held: the locking statement's snapshot is older
-- than the lock, so of attempts it would see what they were before.
-- The feed key is that of everything that happened to the subject before. Whatever happens to it writes its row, and leaves its
-- place in the log there: no look-up in the log is needed.
-- BETWEEN and the orders leave each look-up one index to choose, whatever the planner knows of the tables (unleased.sql).
-- The newest lease of a subject is the only one that can be active: every claim settles what came before it.
select s.uid, s.euid, s.template_uid, s.name, s.is_deleted, s.created_dt, s.modified_dt,
  s.revision, s.priority, s.attempt_count, s.max_attempts_override, s.delayed, s.cancel_requested, s.terminal,
  s.exec_state, s.exec_queue_key, s.next_action_key, s.ready_at, s.due_at, s.retry_at, s.hold_state, s.hold_reason,
  s.held_from, s.last_record_euid, s.cached_queue_key, s.cached_at, s.site, s.platform, s.assay, s.correlation_id,
  s.trace_id, s.compensates, s.deadline, s.workflow_euid, s.cleaned_at, s.evidence_until, s.trx_euid, s.accession_euid,
  s.run_euid, s.step_euid, s.external, s.submission, s.summary,
--include attempt_columns
  s.feed_key,
  case when :with_properties then coalesce(s.own, '{}')::text end as own_properties,
  -- Bulky ones stand beside a row that has none.
  case when :with_properties and s.own is null then (
    select p.json_addl #>> '{properties,properties}'
    from tapline.lineage_link k
    cross join lateral (
      select * from tapline.instance_record p
      where p.tenant_id = k.tenant_id and p.uid between k.child_uid and k.child_uid
      order by p.uid limit 1) p
    where k.tenant_id = s.tenant_id and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_properties'
    order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1) end as bulky_properties
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.subject s
  where s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid limit 1) s
left join lateral (
  select * from tapline.attempt a
  where a.tenant_id = s.tenant_id and a.subject_uid between s.uid and s.uid
  order by a.subject_uid desc, a.uid desc limit 1) a on true
