package io.tapline.server.tasks;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import io.tapline.engine.model.Job;
import io.tapline.server.http.ProblemException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** JSON Schema 2020-12 of what may be submitted: no schema leads outside of itself. */
@Component
final class PayloadSchemas {

  private static final String META = "https://json-schema.org/draft/2020-12/schema";
  private static final String OURS = "https://json-schema.org/";

  /** Compiled schemas are some kilobytes each. */
  private static final int KEPT = 500;

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().pathType(PathType.JSON_PATH).build();

  private record Version(String jobEuid, long revision) {}

  private final Schema meta = registry().getSchema(SchemaLocation.of(META));
  private final Map<Version, Schema> compiled =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Version, Schema> eldest) {
              return size() > KEPT;
            }
          });

  /** What cannot be used as a schema is refused when it is registered. */
  void requireSchema(JsonNode schema) {
    for (var error : meta.validate(schema)) {
      throw ProblemException.invalid(
          "schema", at("schema", error.getInstanceLocation()) + error.getMessage());
    }
    try {
      compile(schema);
    } catch (RuntimeException e) {
      throw ProblemException.invalid("schema", "cannot be used: " + e.getMessage());
    }
  }

  /** Names the path that fails. */
  void require(Job job, JsonNode payload) {
    var schema =
        compiled.computeIfAbsent(
            new Version(job.euid(), job.note().revision()), key -> compile(job.note().schema()));
    for (var error : schema.validate(payload)) {
      var path = "payload" + error.getInstanceLocation().toString().substring(1);
      throw ProblemException.invalid(path, error.getMessage());
    }
  }

  private static String at(String root, Object location) {
    return root + location.toString().substring(1) + ": ";
  }

  private static Schema compile(JsonNode schema) {
    var made = registry().getSchema(schema);
    made.initializeValidators();
    return made;
  }

  /** A fresh one for each schema: they are kept by $id, and one must not answer for another. */
  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder
                .schemaRegistryConfig(CONFIG)
                .schemaLoader(loader -> loader.block(iri -> !iri.toString().startsWith(OURS))));
  }
}
