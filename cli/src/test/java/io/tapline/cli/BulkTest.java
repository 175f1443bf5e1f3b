package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Hold, requeue and cancel by a filter: shown, counted and asked about before anything happens. */
@ExtendWith(SharedServer.class)
class BulkTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir static Path folder;

  private static CommandPrompt operator() {
    return CommandPrompt.at(TAPLINE.address(), "acme-operator", folder);
  }

  private static List<String> enqueue(String queue, int count) {
    return IntStream.range(0, count).mapToObj(i -> LAB.enqueue(queue)).toList();
  }

  @Test
  void what_a_filter_finds_is_shown_and_done_only_after_a_yes() {
    var queue = LAB.queue();
    var subjects = enqueue(queue, 7);
    var no = operator().typing("no\n").run("cancel", "--queue", queue, "--reason", "closed");
    assertThat(no.failed(ExitCode.NOT_CONFIRMED).err())
        .contains("cancel 7 jobs")
        .contains(subjects.get(0))
        .contains("and 2 more");
    assertThat(subjects).allMatch(subject -> LAB.state(subject).equals("READY"));
    var yes = operator().typing("yes\n").run("cancel", "--queue", queue, "--reason", "closed");
    assertThat(yes.ok().out()).isEqualTo("cancel: 7 done, 0 refused\n");
    assertThat(subjects).allMatch(subject -> LAB.state(subject).equals("CANCELED"));
  }

  @Test
  void nobody_to_ask_is_a_no() {
    var queue = LAB.queue();
    var subject = LAB.enqueue(queue);
    var commandResult = operator().run("hold", "--queue", queue, "--code", "X", "--reason", "look");
    assertThat(commandResult.failed(ExitCode.NOT_CONFIRMED).err()).contains("--yes");
    assertThat(LAB.state(subject)).isEqualTo("READY");
  }

  @Test
  void an_empty_filter_is_refused_also_when_a_variable_was_not_set() {
    var subject = LAB.enqueue(LAB.queue());
    for (var arguments :
        List.of(
            new String[] {"cancel", "--reason", "all", "--yes"},
            new String[] {"cancel", "--queue", "", "--reason", "all", "--yes"},
            new String[] {"requeue", "--reason", "all", "--yes"},
            new String[] {"hold", "--code", "X", "--reason", "all", "--yes"})) {
      assertThat(operator().run(arguments).failed(ExitCode.USAGE).err()).contains("empty filter");
    }
    assertThat(LAB.state(subject)).isEqualTo("READY");
  }

  @Test
  void names_and_a_filter_together_are_refused() {
    var queue = LAB.queue();
    var commandResult =
        operator().run("cancel", LAB.enqueue(queue), "--queue", queue, "--reason", "x", "--yes");
    assertThat(commandResult.failed(ExitCode.USAGE).err()).contains("not both");
  }

  @Test
  void only_what_the_filter_says_is_touched_and_counted_for_programs() {
    var queue = LAB.queue();
    var subjects = enqueue(queue, 3);
    operator().run("hold", subjects.get(0), "--code", "X", "--reason", "look").ok();
    var held =
        operator()
            .run("cancel", "--queue", queue, "--state", "HELD", "--reason", "x", "--yes", "--json")
            .json();
    assertThat(held.path("done").asInt()).isEqualTo(1);
    assertThat(subjects.stream().map(LAB::state)).containsExactly("CANCELED", "READY", "READY");
  }

  @Test
  void each_refusal_is_told_and_the_others_are_done() {
    var queue = LAB.queue();
    var subjects = enqueue(queue, 2);
    LAB.claimOne(LAB.worker(), queue);
    var commandResult =
        operator().run("requeue", subjects.get(0), subjects.get(1), "--reason", "again", "--yes");
    assertThat(commandResult.code()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(commandResult.out()).isEqualTo("requeue: 1 done, 1 refused\n");
    assertThat(commandResult.err()).contains(subjects.get(0) + ": ALREADY_LEASED");
  }

  @Test
  void a_requeue_names_the_queue_and_the_next_action() {
    var subject = enqueue(LAB.queue(), 1).get(0);
    var next = LAB.queue();
    operator()
        .run("requeue", subject, "--to", next, "--action", "measure", "--reason", "again", "--yes")
        .ok();
    var execution = LAB.operator.get("subjects/" + subject).ok().path("execution");
    assertThat(execution.path("next_queue_key").asString()).isEqualTo(next);
    assertThat(execution.path("next_action_key").asString()).isEqualTo("measure");
  }

  @Test
  void a_filter_takes_only_what_the_verb_can_act_on_and_says_what_it_left_out() {
    var queue = LAB.queue();
    var subjects = enqueue(queue, 4);
    var worker = LAB.worker();
    LAB.claimOne(worker, queue);
    operator().run("hold", subjects.get(1), "--code", "X", "--reason", "look").ok();
    operator().run("cancel", subjects.get(2), "--reason", "withdrawn").ok();
    var requeued = operator().run("requeue", "--queue", queue, "--reason", "again", "--yes").ok();
    assertThat(requeued.out()).isEqualTo("requeue: 2 done, 0 refused, 2 skipped\n");
    assertThat(requeued.err())
        .contains("The command skips 1 job that is leased.")
        .contains("The command skips 1 job that is held.")
        .contains("The command will requeue 2 jobs.");
    operator().run("cancel", subjects.get(2), "--reason", "withdrawn").ok();
    var held =
        operator()
            .run("hold", "--queue", queue, "--code", "Y", "--reason", "x", "--yes", "--json")
            .json();
    assertThat(held.path("done").asInt()).isEqualTo(3);
    assertThat(held.path("left_out").asInt()).isEqualTo(1);
    var none =
        operator()
            .run("cancel", "--queue", queue, "--state", "CANCELED", "--reason", "x", "--yes")
            .ok();
    assertThat(none.err()).contains("finished").contains("nothing was changed");
  }

  @Test
  void nothing_found_is_nothing_done() {
    var commandResult =
        operator().run("cancel", "--queue", LAB.queue(), "--reason", "x", "--yes").ok();
    assertThat(commandResult.err()).contains("No job matches");
  }

  @Test
  void a_filter_takes_what_the_work_belongs_to_in_the_systems_around() {
    var queue = LAB.queue();
    var run = TenantApi.unique("RUN").replaceAll("[^A-Za-z0-9]", "");
    for (var ref : List.of("trx", "accession", "run", "step")) {
      var wanted = ref.toUpperCase(Locale.ROOT) + run;
      var subject = belonging(queue, ref, wanted);
      var other = belonging(queue, ref, wanted + "9");
      var done =
          operator()
              .run("hold", "--" + ref, wanted, "--code", "X", "--reason", "x", "--yes", "--json")
              .json();
      assertThat(done.path("done").asInt()).as(ref).isEqualTo(1);
      assertThat(List.of(LAB.state(subject), LAB.state(other)))
          .as(ref)
          .containsExactly("HELD", "READY");
    }
    var empty = operator().run("cancel", "--run", "", "--reason", "all", "--yes");
    assertThat(empty.failed(ExitCode.USAGE).err()).contains("empty filter");
  }

  private static String belonging(String queue, String ref, String euid) {
    return LAB.operator
        .post(
            "actions/enqueue",
            TenantApi.body(
                "queue_key",
                queue,
                "template_code",
                "data/execution/task/1.0",
                "correlation",
                Map.of(ref + "_euid", euid)))
        .ok()
        .path("subject_euid")
        .asString();
  }
}
