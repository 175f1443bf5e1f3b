-- Workflows, newest first, each as it stands.
--include workflows_with_job_states
order by w.uid desc
limit :limit
