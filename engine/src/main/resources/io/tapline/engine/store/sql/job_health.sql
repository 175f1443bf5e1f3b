-- The one implementation is the function's, which SQL clients call too. It reads all work of the tenant, as the views do.
select tapline.fn_job_queue_health()::text as health
