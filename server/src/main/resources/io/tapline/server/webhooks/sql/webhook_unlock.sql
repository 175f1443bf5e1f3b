-- Another server may have it.
select pg_advisory_unlock(hashtextextended('tapline.webhook.' || ?, 0))
