package io.tapline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ""                    | name a run: peers, figures, scale, latency, reads, small (see ./tapline bench --help)
          everything            | 'everything' is not known here (see ./tapline bench --help)
          peers --jobbs 3       | '--jobbs 3' is not known here (see ./tapline bench peers --help)
          small --jobs 0        | Invalid value for option '--jobs': '0' is not a whole number from 1 on (see ./tapline bench small --help)
          peers --rounds many   | Invalid value for option '--rounds': 'many' is not a whole number from 1 on (see ./tapline bench peers --help)
          peers --skip-node --only Sidekiq | --only: 'Sidekiq' is none of tapline over HTTP, tapline worker over HTTP, db-scheduler fetch, db-scheduler lock-and-fetch, JobRunr, graphile-worker, Quartz, graphile-worker batched, pg-boss (see ./tapline bench peers --help)
          peers --skip-node --case both | --case: 'both' is none of single, batch (see ./tapline bench peers --help)
          peers --single-threads 0 | Invalid value for option '--single-threads': '0' is not a whole number from 1 on (see ./tapline bench peers --help)
          figures --only sideways | --only: 'sideways' is none of single, batch, writes, alone, handler, disk, serve, ready, finished, delayed, claimers, open (see ./tapline bench figures --help)
          scale --only sideways | --only: 'sideways' is none of ready, finished, delayed, claimers, open, queues, payload (see ./tapline bench scale --help)
          """)
  void a_wrong_call_gets_one_sentence_and_exit_2(String arguments, String sentence) {
    var said = new StringWriter();

    int status =
        Bench.commandLine()
            .setErr(new PrintWriter(said))
            .execute(arguments.isBlank() ? new String[0] : arguments.split(" "));

    assertThat(status).isEqualTo(2);
    assertThat(said.toString().strip()).isEqualTo("bench: " + sentence);
  }
}
