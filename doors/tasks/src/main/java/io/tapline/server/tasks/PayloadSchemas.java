package io.tapline.server.tasks;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import io.tapline.engine.model.Job;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Checks payloads by JSON Schema 2020-12. A schema cannot reference anything outside itself, and a
 * check cannot cost more than its {@link SchemaBudget}. Checks run on a few dedicated threads, so
 * that many concurrent checks do not block other requests.
 */
@Component
final class PayloadSchemas {

  private static final String META = "https://json-schema.org/draft/2020-12/schema";
  private static final String OURS = "https://json-schema.org/";

  /** A compiled schema takes some kilobytes. */
  private static final int KEPT = 500;

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .pathType(PathType.JSON_PATH)
          .regularExpressionFactory(new LinearPatterns())
          .build();

  /** One value of each type: a schema with an endless reference to itself fails for one of them. */
  private static final List<JsonNode> PROBES =
      List.of(
          Json.object(),
          Json.parse("[]"),
          Json.parse("null"),
          Json.parse("true"),
          Json.parse("0"),
          Json.parse("\"\""));

  private static final Set<String> COUNTS =
      Set.of(
          "maxLength",
          "minLength",
          "maxItems",
          "minItems",
          "maxProperties",
          "minProperties",
          "maxContains",
          "minContains");

  /** Keywords that contain values, not schemas. */
  private static final Set<String> VALUES = Set.of("const", "enum", "default", "examples");

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

  private final ExecutorService checks =
      Executors.newFixedThreadPool(
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
          task -> {
            var thread = new Thread(task, "schema-check");
            thread.setDaemon(true);
            return thread;
          });

  /** Refuses an unusable schema at its registration. */
  void requireSchema(JsonNode schema) {
    requireCounts(schema, "schema");
    for (var error : errors(meta, schema, "schema")) {
      throw ProblemException.invalid(
          "schema", at("schema", error.getInstanceLocation()) + error.getMessage());
    }
    Schema made;
    try {
      made = compile(schema);
    } catch (RuntimeException | StackOverflowError e) {
      throw ProblemException.invalid("schema", "cannot be used: " + reason(e));
    }
    PROBES.forEach(probe -> errors(made, probe, "schema"));
  }

  /** The library reads these keywords as int, and fails on other values only during a check. */
  private static void requireCounts(JsonNode schema, String path) {
    for (var field : schema.properties()) {
      var value = field.getValue();
      var at = path + "." + field.getKey();
      double count = value.asDouble(Double.NaN);
      boolean fits = count >= 0 && count <= Integer.MAX_VALUE && count == Math.rint(count);
      if (COUNTS.contains(field.getKey()) && value.isNumber() && !fits) {
        throw ProblemException.invalid(
            "schema", at + ": is not a whole number from 0 to " + Integer.MAX_VALUE);
      }
      if (!VALUES.contains(field.getKey())) {
        requireCounts(value, at);
      }
    }
    for (int i = 0; schema.isArray() && i < schema.size(); i++) {
      requireCounts(schema.get(i), path + "[" + i + "]");
    }
  }

  /** The refusal names the failing path. */
  void require(Job job, JsonNode payload) {
    var version = new Version(job.euid(), job.note().revision());
    var schema = compiled.get(version);
    if (schema == null) {
      // Compiled outside the lock, so that other checks do not wait; compiling twice is harmless.
      schema = compile(job.note().schema());
      compiled.put(version, schema);
    }
    for (var error : errors(schema, payload, "payload")) {
      var path = "payload" + error.getInstanceLocation().toString().substring(1);
      throw ProblemException.invalid(path, error.getMessage());
    }
  }

  private List<com.networknt.schema.Error> errors(Schema schema, JsonNode value, String field) {
    try {
      return checks.submit(() -> check(schema, value)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a schema was checked", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SchemaBudget.BudgetSpent
          || e.getCause() instanceof StackOverflowError) {
        throw ProblemException.invalid(field, reason(e.getCause()) + "; make the schema simpler");
      }
      throw new IllegalStateException("a schema could not be checked", e.getCause());
    }
  }

  private static List<com.networknt.schema.Error> check(Schema schema, JsonNode value) {
    var errors = new ArrayList<com.networknt.schema.Error>();
    SchemaBudget.within(
        budget -> {
          schema.validate(budget, value);
          errors.addAll(budget.getErrors());
        });
    return errors;
  }

  private static String reason(Throwable thrown) {
    var cause = thrown.getCause() != null ? thrown.getCause() : thrown;
    return cause instanceof StackOverflowError
        ? "has schemas that are nested too deeply or without an end"
        : cause.getMessage();
  }

  @PreDestroy
  void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(checks));
  }

  private static String at(String root, Object location) {
    return root + location.toString().substring(1) + ": ";
  }

  private static Schema compile(JsonNode schema) {
    var made = registry().getSchema(schema);
    made.initializeValidators();
    return made;
  }

  /**
   * A new registry for each schema: a registry caches schemas by $id, and one client must not
   * supply the schema of another.
   */
  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder
                .schemaRegistryConfig(CONFIG)
                .schemaLoader(loader -> loader.block(iri -> !iri.toString().startsWith(OURS))));
  }
}
