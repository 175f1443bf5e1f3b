-- A file that SqlFileTest sees refused.

-- name: one
select 1

-- name: other
select 2

-- name: one
select 3
