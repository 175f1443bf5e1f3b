--include tenants
  and i.object_key = ?
