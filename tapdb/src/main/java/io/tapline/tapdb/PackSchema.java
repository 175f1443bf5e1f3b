package io.tapline.tapdb;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The checks of a pack: pack.schema.json, and the usability of each schema in it. */
final class PackSchema {

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().pathType(PathType.JSON_PATH).build();

  private static final Schema PACK =
      registry().getSchema(PackSchema.class.getResourceAsStream("pack.schema.json"));

  private PackSchema() {}

  static List<PackRefused.Problem> problems(JsonNode pack) {
    var problems = new ArrayList<PackRefused.Problem>();
    for (var error : PACK.validate(pack)) {
      problems.add(
          new PackRefused.Problem(error.getInstanceLocation().toString(), error.getMessage()));
    }
    if (problems.isEmpty()) {
      int i = 0;
      for (var template : pack.get("templates")) {
        unusable(template.get("properties_schema"), "$.templates[" + i++ + "]", problems);
      }
    }
    return problems;
  }

  /**
   * The meta-schema does not detect an invalid regular expression or an unresolvable reference;
   * building the validator does.
   */
  private static void unusable(
      JsonNode schema, String template, List<PackRefused.Problem> problems) {
    if (schema == null) return;
    try {
      registry().getSchema(schema).initializeValidators();
    } catch (SchemaException | IllegalArgumentException e) {
      problems.add(new PackRefused.Problem(template + ".properties_schema", e.getMessage()));
    }
  }

  /**
   * A new registry for each schema: a registry caches schemas by $id, and one pack must not supply
   * the schema of another.
   */
  static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(CONFIG));
  }
}
