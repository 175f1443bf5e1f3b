-- What a batch leaves of its subjects' envelopes; SubjectUpdate.java fills in the columns that change and the array of each.
-- The subjects' own properties stay where they are. Where the envelopes change, the marks of a look at them are gone ({marks}).
-- Each row finds its values by position, not by a join: a join's plan, made while the table was small, reads all rows of the
-- tenant and compares each with every key. OFFSET keeps the position one: else it would be looked for again for each column.
update tapline.subject s
set ({columns}) = (select {values} from (select array_position(:uids, s.uid) as at offset 0) place),
  {marks}feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)
