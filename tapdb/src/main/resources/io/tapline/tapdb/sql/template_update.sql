-- template_update.sql: touches nothing, not even the time, where nothing changed. Compared as jsonb, so neither white space
-- nor the order of keys counts.
update tapline.generic_template
set json_addl = ?::jsonb, modified_dt = tapline.clock()
where tenant_id = ? and template_code = ? and json_addl <> ?::jsonb
