-- feed_lag.sql: entries that are committed but not readable yet, because some transaction, anywhere in the cluster, is older
-- than they are. Counted up to a limit: beyond it the figure says "stuck", and how badly does not matter.
select count(*)
from (
  select
  from tapline.generic_instance
  where tenant_id = ?
    and storage_class in ('action', 'pulse')
    and feed_key >= tapline.feed_horizon()
  limit ?
) waiting
