-- Workflows, newest first, each as it stands.
--include workflows_standing
order by w.uid desc
limit :limit
