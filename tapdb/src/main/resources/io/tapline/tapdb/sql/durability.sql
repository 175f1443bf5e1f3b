-- synchronous_commit 'local' and above wait for this server's disk; only 'off' does not.
select name, setting from pg_settings
where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
order by name
