-- What a batch leaves of its subjects' envelopes; BatchUpdate.java fills in the columns that change: those that get one value
-- in all rows ({shared}), and those whose values differ. The subjects' own properties stay where they are. Where the envelopes
-- change, the marks of a look at them are gone ({marks}).
update tapline.subject o
set {shared}{differing}{marks}feed_key = greatest(o.feed_key, :feed_key)
where o.tenant_id = :tenant and o.uid = any(:uids)
