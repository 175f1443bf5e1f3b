-- Creates the application's login; can be repeated.
do
$$
begin
  if not exists (select 1 from pg_roles where rolname = 'orders_app') then
    create role orders_app;
  end if;
end
$$;
alter role orders_app login nosuperuser nobypassrls password 'orders-demo';
grant usage, create on schema public to orders_app;
