-- Whether deliveries go out from this database.

-- name: deliveries_fenced
-- True in a restored copy that no operator confirmed.
select tapline.deliveries_fenced()

-- name: confirm_deliveries
-- As the owner. True if they were fenced.
select tapline.confirm_deliveries()
