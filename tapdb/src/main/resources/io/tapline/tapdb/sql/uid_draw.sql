-- uid_draw.sql: the next identifier of a tenant's objects.
select nextval(tapline.uid_sequence(?))
