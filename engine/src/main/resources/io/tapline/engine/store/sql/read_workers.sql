-- Workers as callers see them, not locked.
--include workers_asked
  limit 1) w
