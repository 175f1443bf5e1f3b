-- Which server carries to a webhook. Rows of tapline.server_lock with an end, not advisory locks, which any login of the database
-- could take, and not row locks, whose open transaction would hold the feed back.

-- name: webhook_lock
-- One server at a time carries to a webhook: it has the row until an end that it moves on.
insert into tapline.server_lock as l (name, holder, held_until)
values ('webhook.' || ?, ?, tapline.clock() + make_interval(secs => ?))
on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
where l.holder is null or l.holder = excluded.holder or l.held_until < tapline.clock()
returning true

-- name: webhook_locks_renew
-- The end of all that a server holds moves on; a row that another server has taken is not among them.
update tapline.server_lock set held_until = (select tapline.clock()) + make_interval(secs => ?) where holder = ? returning name

-- name: webhook_unlock
-- Another server may have it at once.
update tapline.server_lock set holder = null, held_until = null where name = 'webhook.' || ? and holder = ? returning true

-- name: webhook_unlock_all
-- Other servers may have them at once.
update tapline.server_lock set holder = null, held_until = null where holder = ?
