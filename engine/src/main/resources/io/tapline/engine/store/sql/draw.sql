-- The transaction's one reading of the clock and its identifiers, both taken after the locks are held.
select tapline.time_text(tapline.clock()) as now,
  (select array_agg(nextval('tapline.uid_seq')) from generate_series(1, :count)) as uids
