-- No lease stands on s: its row says so.
s.exec_state = any(:states)
and s.lease_uid is null
and
--include visible
