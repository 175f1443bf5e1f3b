--include tenants
order by i.uid
