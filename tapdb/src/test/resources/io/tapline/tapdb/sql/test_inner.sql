-- The included piece.
1 = :one and '$1' <> 'x'
