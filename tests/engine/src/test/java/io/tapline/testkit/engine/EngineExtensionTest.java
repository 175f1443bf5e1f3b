package io.tapline.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.Engine;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One tenant per test, on a shared engine or on one of the class. */
@EngineTest
class EngineExtensionTest {

  private static final Set<Long> TENANTS = new HashSet<>();
  private static ScratchEngine ofTheClass;
  private TestTenant ofTheTest;

  /** The engine of a class with a database of its own. */
  private static ScratchEngine own;

  @RegisterExtension
  static final AfterAllCallback SHARED =
      context -> assertThat(shared(context)).isSameAs(ofTheClass);

  /** The engine that the classes of this JVM share. */
  private static ScratchEngine shared(ExtensionContext context) {
    return context
        .getStore(
            ExtensionContext.StoreScope.LAUNCHER_SESSION,
            ExtensionContext.Namespace.create(EngineExtension.class))
        .get(ScratchEngine.class, ScratchEngine.class);
  }

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

  @Nested
  @EngineTest(ownDatabase = true)
  class Apart {

    @Test
    void a_class_that_asks_for_it_has_a_database_of_its_own(ScratchEngine engine) {
      own = engine;
      assertThat(engine).isNotSameAs(ofTheClass);
      assertThat(engine.scratch().name()).isNotEqualTo(ofTheClass.scratch().name());
    }
  }

  @AfterAll
  static void the_own_database_ends_with_its_class() {
    assertThatThrownBy(own::admin).hasStackTraceContaining("does not exist");
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
