-- The actions of a subject are one unbroken story: each begins where the one before it ended. In the order of their uids,
-- which are drawn under the subject's lock. Of work that was put away the story may begin with that: what came before is past its
-- term.
select a.euid as object, coalesce(a.action_key, '?') || ' begins at ' || coalesce(a.from_state, 'nothing') || ' '
  || coalesce(a.revision_before::text, '-') || ', the action before it ended at ' || coalesce(a.previous_state, 'nothing')
  || ' ' || coalesce(a.previous_revision::text, '-') as found
from (
  select uid, euid, action_key,
    json_addl #>> '{properties,from_state}' as from_state,
    (json_addl #>> '{properties,revision_before}')::bigint as revision_before,
    (json_addl #>> '{properties,revision_after}')::bigint as revision_after,
    lag(json_addl #>> '{properties,to_state}') over story as previous_state,
    lag((json_addl #>> '{properties,revision_after}')::bigint) over story as previous_revision
  from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  window story as (partition by subject_uid order by uid)) a
where (a.from_state is distinct from a.previous_state or a.revision_before is distinct from a.previous_revision)
    and not (a.action_key = 'clean_subject' and a.previous_revision is null)
  or a.revision_after is null
  or a.revision_after < coalesce(a.revision_before, 1)
