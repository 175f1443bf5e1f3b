package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.CommandResult;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Objects with a name are found by it wherever an EUID is accepted. */
@ExtendWith(SharedServer.class)
class NamesTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir Path folder;

  private CommandResult admin(String... words) {
    return CommandPrompt.at(TAPLINE.address(), "acme-admin", folder).run(words);
  }

  private String enqueued(String queue, String name) {
    return admin("enqueue", "--queue", queue, "--name", name, "--json")
        .json()
        .path("subject_euid")
        .asString();
  }

  @Test
  void a_subject_is_found_by_its_name() {
    var queue = LAB.queue();
    var name = TenantApi.unique("sample 7/b");
    var euid = enqueued(queue, name);
    enqueued(queue, name + " more");
    for (var command : List.of("subject", "why", "history", "lineage")) {
      assertThat(admin(command, name).ok().out()).as(command).isNotBlank();
    }
    assertThat(admin("subject", name).ok().out()).contains(euid);
    TAPLINE.awaitFeed("acme");
    assertThat(admin("events", "--subject", name).ok().out()).contains(euid);
    admin("hold", name, "--code", "QC", "--reason", "smudged").ok();
    assertThat(admin("subject", euid, "--json").json().at("/execution/state").asString())
        .isEqualTo("HELD");
    var both = admin("requeue", "--override", name, name + " more", "--reason", "again").ok();
    assertThat(both.out()).contains("2 done");
    admin("jobs", "cancel", name, "--soft", "--reason", "withdrawn").ok();
  }

  @Test
  void a_name_that_two_have_touches_neither() {
    var queue = LAB.queue();
    var name = TenantApi.unique("twin");
    var one = enqueued(queue, name);
    var two = enqueued(queue, name);
    var third = enqueued(queue, TenantApi.unique("single"));
    var refused = admin("cancel", third, name, "--reason", "withdrawn").failed(ExitCode.USAGE);
    assertThat(refused.err()).contains(one).contains(two).contains("give the EUID");
    assertThat(admin("subject", third, "--json").json().at("/execution/state").asString())
        .isEqualTo("READY");
  }

  @Test
  void a_name_that_nobody_has_is_not_found() {
    for (var words :
        List.of(
            new String[] {"subject", "nobody"},
            new String[] {"cancel", "nobody", "--reason", "r"},
            new String[] {"drain", "nobody", "--reason", "r"},
            new String[] {"token", "revoke", "nobody", "--reason", "r"},
            new String[] {"webhooks", "show", "nobody"},
            new String[] {"jobs", "show", "nobody"})) {
      assertThat(admin(words).failed(ExitCode.NOT_FOUND).err()).contains("nobody");
    }
  }

  @Test
  void a_worker_is_found_by_its_key() {
    var worker = LAB.worker();
    var key =
        admin("workers", "--json", "--limit", "10000")
            .json()
            .path("items")
            .valueStream()
            .filter(row -> row.path("worker_euid").asString().equals(worker))
            .findFirst()
            .orElseThrow()
            .path("worker_key")
            .asString();
    var subject = enqueued(LAB.queue(), TenantApi.unique("work"));
    admin("why", subject, "--worker", key).ok();
    admin("leases", "--worker", key).ok();
    assertThat(admin("drain", key, "--reason", "tonight").ok().out()).contains(worker);
    assertThat(admin("enable", key, "--reason", "morning").ok().out()).contains(worker);
    admin("retire", key, "--reason", "gone").ok();
    admin("enable", key, "--reason", "back").failed(ExitCode.NOT_FOUND);
  }

  @Test
  void a_token_is_found_by_its_name_while_it_is_good() {
    var name = TenantApi.unique("robot");
    admin("token", "create", name, "--role", "operator", "--reason", "work").ok();
    admin("token", "revoke", name, "--reason", "lost").ok();
    admin("token", "revoke", name, "--reason", "again").failed(ExitCode.NOT_FOUND);
  }
}
