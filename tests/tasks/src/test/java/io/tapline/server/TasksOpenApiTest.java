package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.Endpoint;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The OpenAPI document with the tasks API, and the document of this API alone. */
class TasksOpenApiTest extends OpenApiDocumentTest {

  @Test
  void the_door_has_a_document_of_its_own() {
    var own = tapline.document();
    var paths = tapline.endpoints().stream().map(Endpoint::path).collect(Collectors.toSet());
    paths.remove("/openapi/tasks.json");
    assertThat(own.path("paths").propertyNames()).containsExactlyInAnyOrderElementsOf(paths);
    for (var path : own.path("paths").properties()) {
      assertThat(path.getValue()).isEqualTo(document.path("paths").path(path.getKey()));
    }
    assertThat(own.findValuesAsString("$ref"))
        .allSatisfy(
            reference -> assertThat(own.at(reference.substring(1)).isMissingNode()).isFalse());
  }
}
