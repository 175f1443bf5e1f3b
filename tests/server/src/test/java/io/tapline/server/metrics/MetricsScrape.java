package io.tapline.server.metrics;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TestTapline;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The result of a scrape: each series with its value. */
record MetricsScrape(String text) {

  private static final Pattern SERIES = Pattern.compile("([a-z_0-9]+)(\\{.*})? \\S+");

  /** Fresh, as one of the tenant. */
  static MetricsScrape of(TestTapline tapline, String token) {
    tapline.server().bean(QueueSurvey.class).forget();
    return of(tapline.as(token));
  }

  static MetricsScrape of(HttpApi who) {
    var reply = who.get("/metrics");
    if (reply.status() != 200) {
      throw new AssertionError(reply.status() + " " + reply.text());
    }
    return new MetricsScrape(reply.text());
  }

  private Map<String, Double> series() {
    var all = new LinkedHashMap<String, Double>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              all.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
            });
    return all;
  }

  /** The value of the one series of a queue; null when there is none. */
  Double of(String metric, String tenant, String queue) {
    return series().get(metric + "{queue=\"" + queue + "\",tenant=\"" + tenant + "\"}");
  }

  /** The value of a metric without labels. */
  double value(String metric) {
    return series().get(metric);
  }

  /** The sum over all series of a metric whose labels hold the text. */
  double sum(String metric, String label) {
    return series().entrySet().stream()
        .filter(e -> e.getKey().startsWith(metric + "{") && e.getKey().contains(label))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** Every metric by the name that a query would use. */
  Set<String> names() {
    var names = new TreeSet<String>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              var match = SERIES.matcher(line);
              if (!match.matches()) {
                throw new AssertionError("not a series: " + line);
              }
              names.add(match.group(1));
            });
    return names;
  }
}
