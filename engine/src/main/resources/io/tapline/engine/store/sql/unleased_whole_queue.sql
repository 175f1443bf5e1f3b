-- unleased.sql for a whole queue at once: holds were gathered before (subjects_on_hold.sql) instead of being looked up for each subject,
-- and what ready_queue_key and delayed_queue_key imply, such as that no lease stands, is not asked again. VisibilityAgreementTest keeps the two
-- together.
s.exec_state = any(:states)
and s.uid <> all(:apart)
and
--include queue_admits
