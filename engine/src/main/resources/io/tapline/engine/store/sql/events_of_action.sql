-- An action, or a pulse, with at least so many events: events carry no number of their own, they are counted within it.
select a.uid from tapline.instance_action a
where a.tenant_id = :tenant and a.uid = :uid and a.euid = :euid
  and coalesce(jsonb_array_length(a.json_addl #> '{properties,events}'), 0) >= :events
union all
select p.uid from tapline.instance_pulse p
where p.tenant_id = :tenant and p.uid = :uid and p.euid = :euid
  and coalesce(jsonb_array_length(p.json_addl #> '{properties,events}'), 0) >= :events
