-- Leases and their records.
with gone as (
  delete from tapline.attempt where tenant_id = :tenant and subject_uid = any(:uids)
  returning uid, record_uid)
select uid from gone
union all
select record_uid from gone
