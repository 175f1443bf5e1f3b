-- Workflows, each with the states of its jobs and, once all of them have ended, when the last one did. They have no
-- status of their own, which is how the index finds them. Jobs that were put away say themselves when they ended; of the others the
-- newest change of state says it.
select w.uid, w.euid, w.created_dt, w.json_addl ->> 'properties' as properties, j.states,
  case when j.ended then (
    select max(coalesce((s.summary ->> 'finished_at')::timestamptz, (
      select max(a.created_dt) from tapline.instance_action a
      where a.tenant_id = s.tenant_id and a.executed_on_uid between s.uid and s.uid
        and a.from_state is distinct from a.to_state)))
    from tapline.lineage_link k
    join tapline.instance_subject s on s.tenant_id = k.tenant_id and s.uid = k.child_uid
    where k.tenant_id = w.tenant_id and k.parent_uid = w.uid and k.relationship = 'workflow_job') end as finished_at
from tapline.instance_registry w
cross join lateral (
  select array_agg(s.exec_state) as states, bool_and(s.exec_state in ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED')) as ended
  from tapline.lineage_link k
  join tapline.instance_subject s on s.tenant_id = k.tenant_id and s.uid = k.child_uid
  where k.tenant_id = w.tenant_id and k.parent_uid = w.uid and k.relationship = 'workflow_job') j
where w.tenant_id = :tenant and w.template_uid = :template and w.status is null and w.uid < :before
