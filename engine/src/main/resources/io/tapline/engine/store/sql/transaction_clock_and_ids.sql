-- The transaction's one reading of the clock, its place in the log and its identifiers, all taken after the locks are held.
-- Every transaction asks for it, some twice, so the functions clock() and feed_key() are written out here: a function with a query
-- inside is started anew by every call, which took as long as all the rest (ClockAndIdsTest holds the two together).
select tapline.time_text(clock_timestamp() + o.shift) as now,
  pg_current_xact_id()::text::bigint + tapline.feed_epoch() as feed_key,
  (select array_agg(nextval(s.name)) from tapline.uid_sequence(:tenant) as s(name), generate_series(1, :count)) as uids
from tapline.clock_offset o
