-- The transaction's one reading of the clock, its place in the log and its identifiers, all taken after the locks are held.
select tapline.time_text(tapline.clock()) as now, tapline.feed_key() as feed_key,
  (select array_agg(nextval(s.name)) from tapline.uid_sequence(:tenant) as s(name), generate_series(1, :count)) as uids
