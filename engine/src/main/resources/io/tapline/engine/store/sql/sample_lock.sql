-- One server takes a tenant's samples at a time; a second server does not wait, for the first will write them.
select pg_try_advisory_xact_lock(hashtextextended('tapline.queue_samples.' || :tenant::text, 0)) as mine
