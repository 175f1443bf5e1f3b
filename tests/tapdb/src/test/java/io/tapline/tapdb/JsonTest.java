package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class JsonTest {

  private record Note(String leaseToken, Instant expiresAt, int attempts, List<String> refs) {}

  private static final Note NOTE =
      new Note("t", Instant.parse("2026-01-05T12:00:00.5Z"), 2, List.of("a", "b"));

  @Test
  void a_record_comes_back_as_it_went() {
    assertThat(Json.read(Json.print(NOTE), Note.class)).isEqualTo(NOTE);
    assertThat(Json.read(Json.tree(NOTE), Note.class)).isEqualTo(NOTE);
  }

  @Test
  void names_are_in_snake_case_and_times_in_fixed_width() {
    var tree = Json.tree(NOTE);
    assertThat(tree.get("lease_token").asString()).isEqualTo("t");
    assertThat(tree.get("expires_at").asString()).isEqualTo("2026-01-05T12:00:00.500000Z");
  }

  @Test
  void a_sparse_print_leaves_out_what_is_null_and_a_full_one_says_it() {
    var empty = new Note(null, null, 0, null);
    assertThat(Json.sparseTree(empty).propertyNames()).containsExactly("attempts");
    assertThat(Json.parse(Json.print(empty)).get("lease_token").isNull()).isTrue();
  }

  @Test
  void what_a_later_version_added_is_read_over() {
    assertThat(Json.read("{\"lease_token\":\"t\",\"colour\":\"red\"}", Note.class).leaseToken())
        .isEqualTo("t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1}",
        "{\"x\":{\"a\":[{\"c\":1,\"d\":2}]}} | {\"x\":{\"a\":[{\"d\":2,\"c\":1}]}}",
        "{ \"a\" : 1 } | {\"a\":1}",
      })
  void equal_documents_have_one_hash_whatever_the_order_of_their_keys(String one, String other) {
    assertThat(Json.hash(Json.parse(one))).isEqualTo(Json.hash(Json.parse(other)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1} | {\"a\":\"1\"}",
        "{\"a\":[1,2]} | {\"a\":[2,1]}",
        "{\"a\":null} | {}",
        "{\"a\":{\"b\":1}} | {\"a\":1,\"b\":1}",
      })
  void different_documents_have_different_hashes(String one, String other) {
    assertThat(Json.hash(Json.parse(one))).isNotEqualTo(Json.hash(Json.parse(other)));
  }

  @Test
  void a_hash_names_its_method() {
    // The digest of the empty text, known from elsewhere.
    assertThat(Json.sha256(""))
        .isEqualTo("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void nesting_is_read_up_to_its_limit() {
    assertThat(Json.parse(nested(Json.MAX_DEPTH)).isArray()).isTrue();
    assertThatThrownBy(() -> Json.parse(nested(Json.MAX_DEPTH + 1)))
        .isInstanceOf(JacksonException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1} x", "{}{}", "{'a':1}", "{\"a\":NaN}", "{\"a\":1,}"})
  void what_is_not_one_json_document_is_refused(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JacksonException.class);
  }

  @Test
  void plain_maps_print_like_records() {
    assertThat(Json.print(Map.of("at", Instant.EPOCH)))
        .isEqualTo("{\"at\":\"1970-01-01T00:00:00.000000Z\"}");
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }
}
