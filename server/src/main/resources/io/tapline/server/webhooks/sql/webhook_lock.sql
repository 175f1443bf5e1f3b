-- Which server carries to a webhook.

-- name: webhook_lock
-- One server at a time carries to a webhook. Of the session, so that it ends with the server however that ends.
select pg_try_advisory_lock(hashtextextended('tapline.webhook.' || ?, 0))

-- name: webhook_unlock
-- Another server may have it.
select pg_advisory_unlock(hashtextextended('tapline.webhook.' || ?, 0))
