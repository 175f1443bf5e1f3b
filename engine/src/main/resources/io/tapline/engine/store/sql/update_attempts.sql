-- What a batch changes of attempts: renewals, or ends. BatchUpdate.java fills in the columns.
update tapline.attempt o
set {shared}{differing}modified_dt = :now
where o.tenant_id = :tenant and o.uid = any(:uids)
