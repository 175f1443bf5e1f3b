package io.tapline.tapdb;

import tools.jackson.databind.JsonNode;

/**
 * One kind of object of a tenant.
 *
 * @param domain EUID domain of all objects of the tenant
 * @param noun the word for an instance, or null without one
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
    Noun noun,
    JsonNode propertiesSchema) {

  /** A noun in the singular and the plural, such as plate and plates. */
  public record Noun(String one, String many) {}

  /** The EUID of an instance of this template. */
  public String mint(long instanceUid) {
    return EuidMint.mint(domain, prefix, instanceUid);
  }
}
