-- Workflows and their jobs.

-- name: share_workflows
-- Workflows that a transaction adds jobs to. The lock is shared: concurrent additions are possible, but no cancellation
-- (lock_workflow).
select w.uid from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = any(:uids)
order by w.uid
for share of w

-- name: lock_workflow
-- Locks one workflow to read all its jobs: a transaction that adds a job holds the shared lock until its end (share_workflows),
-- so a later read contains every job that was not refused. Nothing else is locked with it.
select w.uid from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = :uid
for no key update of w

-- name: workflow_jobs
select k.child_uid from tapline.lineage_link k
where k.tenant_id = :tenant and k.parent_uid = :workflow and k.relationship = :relationship
order by k.child_uid

-- name: workflow_edges
-- The dependencies among the given jobs.
select k.parent_uid, k.child_uid, k.relationship
from unnest(:uids) as requested(uid)
cross join lateral (
  select k.parent_uid, k.child_uid, k.relationship from tapline.lineage_link k
  where k.tenant_id = :tenant and k.child_uid between requested.uid and requested.uid
    and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
  order by k.child_uid, k.relationship, k.parent_uid) k
order by k.parent_uid, k.child_uid

-- name: workflow_list
-- Workflows with their current data, newest first.
--include workflows_with_job_states
order by w.uid desc
limit :limit

-- name: workflow_list_of_kind
-- Workflows of one kind, newest first: their name is their kind, and registry_kind has them in this order, however many of other
-- kinds there are.
--include workflows_with_job_states
  and w.name = :kind
order by w.uid desc
limit :limit

-- name: workflows_with_job_states
-- Workflows, each with the states of its jobs and, once all of them have ended, the time of the last end. They have no stored
-- status, which the index uses to find them. Archived and retired jobs contain the time of their end; for the others it is the
-- newest change of state.
select w.uid, w.euid, w.created_dt, w.json_addl ->> 'properties' as properties, j.states,
  case when j.ended then (
    select max(coalesce((s.json_addl #>> '{properties,execution,summary,finished_at}')::timestamptz, (
      select max(a.created_dt) from tapline.instance_action a
      where a.tenant_id = s.tenant_id and a.executed_on_uid between s.uid and s.uid
        and a.from_state is distinct from a.to_state)))
    from tapline.lineage_link k
    join tapline.generic_instance s on s.storage_class = 'subject' and s.tenant_id = k.tenant_id and s.uid = k.child_uid
    where k.tenant_id = w.tenant_id and k.parent_uid = w.uid and k.relationship = 'workflow_job') end as finished_at
from tapline.instance_registry w
cross join lateral (
  select array_agg(s.exec_state) as states, bool_and(s.exec_state in ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED')) as ended
  from tapline.lineage_link k
  join tapline.generic_instance s on s.storage_class = 'subject' and s.tenant_id = k.tenant_id and s.uid = k.child_uid
  where k.tenant_id = w.tenant_id and k.parent_uid = w.uid and k.relationship = 'workflow_job') j
where w.tenant_id = :tenant and w.template_uid = :template and w.status is null and w.uid < :before
