package io.tapline.bench.chaos.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.bench.host.UncheckedCalls;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * An append-only log. Every line reaches the operating system before its request is sent, so that a
 * SIGKILL of the writer loses none.
 */
public final class LogFile implements AutoCloseable {

  public static final String SUFFIX = ".calls";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_DEFAULT))
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private final BufferedWriter writer;

  public LogFile(Path file) {
    writer =
        UncheckedCalls.get(
            () ->
                Files.newBufferedWriter(
                    file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  public synchronized void write(LogLine line) {
    UncheckedCalls.run(
        () -> {
          writer.write(JSON.writeValueAsString(line));
          writer.write('\n');
          writer.flush();
        });
  }

  /**
   * Reads all complete lines of a file; the incomplete last line of a killed writer is left out.
   */
  public static void read(Path file, Consumer<LogLine> each) {
    try (var reader = Files.newBufferedReader(file)) {
      for (var text = reader.readLine(); text != null; text = reader.readLine()) {
        LogLine line;
        try {
          line = JSON.readValue(text, LogLine.class);
        } catch (JacksonException e) {
          if (reader.readLine() != null) {
            throw e;
          }
          return;
        }
        each.accept(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    UncheckedCalls.run(writer::close);
  }
}
