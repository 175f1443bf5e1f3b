-- The session o has ended by itself by the time n.now: its time is up, or nobody used it for too long.
(o.json_addl #>> '{properties,expires_at}' <= n.now
  or tapline.time_text((o.json_addl #>> '{properties,last_seen_at}')::timestamptz
    + make_interval(secs => (o.json_addl #>> '{properties,idle_seconds}')::double precision)) <= n.now)
