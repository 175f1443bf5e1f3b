package io.tapline.tapdb;

import tools.jackson.databind.JsonNode;

/**
 * One kind of object of a tenant.
 *
 * @param domain EUID domain of all objects of the tenant
 * @param propertiesSchema the JSON Schema of the properties of its instances, or null without a
 *     restriction
 */
public record Template(
    long uid,
    long tenantId,
    String code,
    String domain,
    String prefix,
    StorageClass storageClass,
    boolean workBearing,
    JsonNode propertiesSchema) {

  /** The EUID of an instance of this template. */
  public String mint(long instanceUid) {
    return EuidMint.mint(domain, prefix, instanceUid);
  }
}
