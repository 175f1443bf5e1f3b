-- Every change of the envelope is an action: the newest action left the subject as it is, in revision and in state.
select s.euid as object, s.exec_state || ' at revision ' || coalesce(s.revision::text, 'unset')
  || '; the newest action left it ' || coalesce((a.json_addl #>> '{properties,to_state}') || ' at '
    || (a.json_addl #>> '{properties,revision_after}'), 'unsaid') as found
from tapline.instance_subject s
left join (
  select distinct on (subject_uid) subject_uid, json_addl from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  order by subject_uid, uid desc) a on a.subject_uid = s.uid
where s.tenant_id = :tenant
  and (s.revision is distinct from (a.json_addl #>> '{properties,revision_after}')::bigint
    or s.exec_state is distinct from a.json_addl #>> '{properties,to_state}')
