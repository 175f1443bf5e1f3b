-- A file that SqlFileTest sees refused.
select 1

-- name: one
select 2
