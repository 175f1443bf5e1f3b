package io.tapline.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.Engine;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** One engine per class, one tenant per test. */
@EngineTest
class EngineExtensionTest {

  private static final Set<Long> TENANTS = new HashSet<>();
  private static ScratchEngine ofTheClass;
  private TestTenant ofTheTest;

  @BeforeAll
  static void engine(ScratchEngine engine) {
    ofTheClass = engine;
  }

  @BeforeEach
  void tenant(TestTenant tenant) {
    ofTheTest = tenant;
  }

  @RepeatedTest(2)
  void every_test_has_a_tenant_of_its_own(TestTenant tenant) {
    assertThat(tenant).isSameAs(ofTheTest);
    assertThat(TENANTS.add(tenant.tenantId())).isTrue();
  }

  @Test
  void all_tests_of_a_class_have_one_engine(ScratchEngine scratch, Engine engine) {
    assertThat(scratch).isSameAs(ofTheClass);
    assertThat(engine).isSameAs(ofTheClass.engine());
  }

  @Test
  void a_closed_engine_leaves_no_database_behind() {
    var other = new ScratchEngine(2);
    other.close();
    assertThatThrownBy(other::admin).hasStackTraceContaining("does not exist");
  }

  @Nested
  class Inside {

    @Test
    void a_nested_class_shares_the_engine(ScratchEngine engine) {
      assertThat(engine).isSameAs(ofTheClass);
    }
  }
}
