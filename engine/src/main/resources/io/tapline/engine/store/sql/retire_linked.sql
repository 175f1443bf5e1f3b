-- Records that no lease stands behind, holds and dead letters: what only a link ties to the subject. Its bulky properties are its
-- own, not evidence, and stay.
select child_uid from tapline.lineage_link
where tenant_id = :tenant and parent_uid = any(:uids)
  and relationship in ('execution_subject_record', 'execution_subject_hold', 'execution_subject_dead_letter')
