-- In uid order, like everyone: no two transactions wait for each other in a ring.
select uid from tapline.instance_subject
where tenant_id = :tenant and uid = any(:uids)
order by uid
for no key update
