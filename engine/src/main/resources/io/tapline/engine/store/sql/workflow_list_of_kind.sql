-- Workflows of one kind, newest first: their name is their kind, and registry_kind has them in this order, however many of other
-- kinds there are.
--include workflows_with_job_states
  and w.name = :kind
order by w.uid desc
limit :limit
