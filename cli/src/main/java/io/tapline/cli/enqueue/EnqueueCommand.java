package io.tapline.cli.enqueue;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.ProgressBar;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tapline enqueue}. */
@Command(
    name = "enqueue",
    description = {
      "Enqueues one job, or many jobs from a file of JSON lines.",
      "A line has the fields of the enqueue action; the options supply fields that it omits."
    },
    footer = {
      "%nExamples:",
      "  tapline enqueue --queue extraction --name S-1 -p sample=S-1 --priority 5",
      "  tapline enqueue --queue extraction --file samples.jsonl --key plate-7",
      "  tapline enqueue --queue extraction --file - < samples.jsonl"
    })
public final class EnqueueCommand extends ActCommand {

  private static final String STANDARD_INPUT = "-";

  @Mixin private ItemOptions options;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The file of JSON lines; - is standard input. Line 7 has the idempotency key KEY:7 unless"
              + " it contains another, so an interrupted command can be repeated with the same"
              + " --key.")
  private String file;

  @Override
  protected ExitCode run(ServerSession session) throws IOException {
    var item = options.item();
    if (file == null) {
      if (!item.has("queue_key")) {
        throw wrong("Give the queue with --queue");
      }
      return act(session, "enqueue", item);
    }
    var run = key() == null ? UUID.randomUUID().toString() : key();
    var enqueueBatches = new EnqueueBatches(session, item, run, "tapline enqueue --file " + file);
    if (file.equals(STANDARD_INPUT)) {
      return send(enqueueBatches, unclosed(here().in()), "standard input", 0);
    }
    var path = here().directory().resolve(file);
    // An invalid line is found before anything is sent.
    long lines = check(path);
    return send(enqueueBatches, open(path), path.getFileName().toString(), lines);
  }

  private ExitCode send(EnqueueBatches enqueueBatches, InputStream in, String where, long total)
      throws IOException {
    try (var lines = new WorkLines(in, where);
        var bar = new ProgressBar(here().err(), here().terminals().err(), "enqueue", total)) {
      for (var line = lines.next(); line != null; line = lines.next()) {
        enqueueBatches.add(line, bar);
      }
      enqueueBatches.flush(bar);
    }
    return enqueueBatches.print();
  }

  private static long check(Path path) throws IOException {
    long count = 0;
    try (var lines = new WorkLines(open(path), path.getFileName().toString())) {
      while (lines.next() != null) {
        count++;
      }
    }
    return count;
  }

  private static InputStream open(Path path) {
    try {
      return Files.newInputStream(path);
    } catch (IOException e) {
      throw CommandFailed.usage("The file " + path + " cannot be opened; check its name");
    }
  }

  private static InputStream unclosed(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public void close() {}
    };
  }
}
