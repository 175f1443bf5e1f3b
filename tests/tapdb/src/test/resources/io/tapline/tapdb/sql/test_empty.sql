-- A file that SqlFileTest sees refused.

-- name: one
-- Only a comment.

-- name: other
select 2
