-- The fence of webhook deliveries in a restored database.

-- name: deliveries_fenced
-- True in a restored copy that no operator confirmed.
select tapline.deliveries_fenced()

-- name: confirm_deliveries
-- Executed as the owner. True if the deliveries were fenced.
select tapline.confirm_deliveries()
