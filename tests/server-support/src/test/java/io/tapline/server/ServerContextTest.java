package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.base.InstalledDoors;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;

/** The list of components is written by hand, so that no start has to look for them. */
class ServerContextTest {

  @Test
  void the_list_names_every_component() {
    var doors = InstalledDoors.read(variable -> null).doors();
    // In the module of a door, the list of the door.
    Class<?> beside = doors.isEmpty() ? ServerContext.class : doors.get(0).getClass();
    var scan = new ClassPathScanningCandidateComponentProvider(true);
    var annotated =
        scan.findCandidateComponents(beside.getPackageName()).stream()
            .map(bean -> bean.getBeanClassName())
            .filter(ServerContextTest::isServed)
            .sorted()
            .toList();
    assertThat(ServerContext.components(beside))
        .as("%s, in alphabetical order", ServerContext.COMPONENTS)
        .isEqualTo(annotated);
  }

  /** Tests have components of their own. */
  private static boolean isServed(String name) {
    var file = "/" + name.replace('.', '/') + ".class";
    var found = ServerContextTest.class.getResource(file);
    return found != null && !found.getPath().contains("/test-classes/");
  }
}
