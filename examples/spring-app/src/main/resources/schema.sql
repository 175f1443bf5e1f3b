create table if not exists orders (
  number bigint primary key,
  item text not null,
  status text not null
);
