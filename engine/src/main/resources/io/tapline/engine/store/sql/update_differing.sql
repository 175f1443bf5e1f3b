-- A piece of update_subjects.sql and update_attempts.sql.
-- Each row finds its values by position, not by a join: a join's plan, made while the table was small, reads all rows of the
-- tenant and compares each with every key. OFFSET keeps the position one: else it would be looked for again for each column.
({columns}) = (select {values} from (select array_position(:uids, o.uid) as at offset 0) place),
