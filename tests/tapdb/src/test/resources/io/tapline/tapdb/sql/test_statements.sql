-- Statements for SqlFileTest and NamedSqlTest.

-- name: test_outer
-- A statement for SqlFileTest and NamedSqlTest: comments, an include, casts and names.
select :first::text as a, :second as b, '{x,y}'::text[] as c -- stays: it does not begin the line
where
--include test_inner
  and :first is not null

-- name: test_inner
-- The included piece.
1 = :one and '$1' <> 'x'
