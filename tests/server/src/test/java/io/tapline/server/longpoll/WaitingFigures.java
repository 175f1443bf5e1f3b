package io.tapline.server.longpoll;

import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures what waiting costs and how soon who waits is woken, and prints it. Run by hand, on a
 * machine with nothing else to do: {@code java -Xmx512m -cp …
 * io.tapline.server.longpoll.WaitingFigures [clients]}.
 */
final class WaitingFigures {

  private static final int ROUNDS = 200;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int MEGABYTE = 1 << 20;

  private WaitingFigures() {}

  public static void main(String[] arguments) throws IOException {
    int clients = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000;
    try (var tapline = TestTapline.start()) {
      var lab = new TenantApi(tapline, "acme");
      var worker = lab.worker();
      rounds(tapline, lab, worker, 1, 50);
      print("one waits, idle", rounds(tapline, lab, worker, 1, ROUNDS));
      print(clients + " wait", rounds(tapline, lab, worker, clients, ROUNDS));
    }
  }

  /** From sending an enqueue to the answer of who waited, in milliseconds. */
  private static List<Double> rounds(
      TestTapline tapline, TenantApi lab, String worker, int clients, int count)
      throws IOException {
    var times = new ArrayList<Double>();
    var queue = lab.queue();
    var waitService = tapline.server().bean(WaitService.class);
    long before = usedMegabytes();
    try (var crowd = new WaitingClients(tapline.address())) {
      for (int i = 0; i < count; i++) {
        crowd.gather(clients, waitService::claims, "acme-service", List.of(worker), queue);
        if (i == 0) {
          System.out.printf("%d wait in %d MB%n", clients, usedMegabytes() - before);
        }
        long sent = System.nanoTime();
        lab.enqueue(queue);
        for (int client : crowd.answered()) {
          times.add((System.nanoTime() - sent) / NANOS_PER_MILLI);
          crowd.read(client);
        }
      }
    }
    while (waitService.claims() > 0) {
      Thread.onSpinWait();
    }
    return times;
  }

  private static void print(String name, List<Double> times) {
    Collections.sort(times);
    System.out.printf(
        "%s: %d woken, enqueue sent to claim answered: p50 %.1f ms, p95 %.1f ms, max %.1f ms%n",
        name,
        times.size(),
        times.get(times.size() / 2),
        times.get(times.size() * 95 / 100),
        times.get(times.size() - 1));
  }

  private static long usedMegabytes() {
    System.gc();
    var memory = Runtime.getRuntime();
    return (memory.totalMemory() - memory.freeMemory()) / MEGABYTE;
  }
}
