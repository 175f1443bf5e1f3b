-- The next :look subjects of a queue, and which of them are items of it: visible, and what was asked for. Those that are not
-- are told too, so that the reader knows how far the statement has looked: a filter that hardly any subject passes must not cost a walk
-- over the whole queue. OFFSET 0, so that the rule is asked once for each.
select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, s.due_at, s.visible_from, s.created_dt,
  case when m.matches then s.json_addl #>> '{properties,execution}' end as execution, m.matches
from (
--include ready_after
) s
cross join lateral (
  select s.visible_from <= :now
    and (:state::text is null or s.exec_state = :state)
    and
--include item_matches
    and
--include unleased
    as matches
  offset 0) m
order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
