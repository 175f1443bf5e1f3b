-- The migrations of the schema, which Flyway records.

-- name: applied_migrations
select version, checksum, success from tapline.schema_history order by installed_rank
