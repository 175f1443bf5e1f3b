-- pack_lock.sql: one loader per tenant at a time; two servers that start together load the same packs.
select pg_advisory_xact_lock(hashtextextended('tapline.packs.' || ?::text, 0))
