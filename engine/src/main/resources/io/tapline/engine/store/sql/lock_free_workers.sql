-- Workers that no other transaction has locked, in the order in which they are asked for, which is by uid. Those that are locked are
-- left out: only their own claims wait for them.
--include workers_asked
  for no key update skip locked) w
