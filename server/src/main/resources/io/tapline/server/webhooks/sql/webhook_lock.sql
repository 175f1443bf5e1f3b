-- The lock of the server that delivers to a webhook. Locks are rows of tapline.server_lock with an end, and not advisory locks, which any login of the database
-- could take, and not row locks, whose open transaction would hold the feed back.

-- name: webhook_lock
-- One server at a time delivers to a webhook: it has the row until an end, which it extends.
insert into tapline.server_lock as l (name, holder, held_until)
values ('webhook.' || ?, ?, tapline.clock() + make_interval(secs => ?))
on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
where l.holder is null or l.holder = excluded.holder or l.held_until < tapline.clock()
returning true

-- name: webhook_locks_renew
-- Extends all locks of a server; a lock that another server has taken is not one of them.
update tapline.server_lock set held_until = (select tapline.clock()) + make_interval(secs => ?) where holder = ? returning name

-- name: webhook_unlock
-- Another server can take the lock at once.
update tapline.server_lock set holder = null, held_until = null where name = 'webhook.' || ? and holder = ? returning true

-- name: webhook_unlock_all
-- Other servers can take the locks at once.
update tapline.server_lock set holder = null, held_until = null where holder = ?
