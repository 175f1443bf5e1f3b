package io.tapline.tapdb;

import tools.jackson.databind.JsonNode;

/**
 * One kind of object, as a tenant knows it.
 *
 * @param domain what the EUIDs of all objects of the tenant begin with
 * @param propertiesSchema the JSON Schema of its instances' properties, or null where anything goes
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

  /** For statements that make EUIDs of instances themselves. */
  public EuidMint.Head euidHead() {
    return EuidMint.Head.of(domain, prefix);
  }
}
