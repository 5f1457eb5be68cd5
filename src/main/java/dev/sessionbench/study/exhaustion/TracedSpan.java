package dev.sessionbench.study.exhaustion;

import io.opencensus.common.Timestamp;
import io.opencensus.trace.AttributeValue;
import io.opencensus.trace.TraceId;
import io.opencensus.trace.export.SpanData;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A span as far as the study looks at it.
 *
 * @param trace to which transaction it belongs
 * @param name its name
 * @param startNanos when it began; only differences within a trace mean something
 * @param endNanos when it ended
 * @param events what happened in it, in order
 * @param scenario the scenario, on the transaction's own span; else 0
 * @param waitNanos how long the transaction waited for its session, likewise
 */
record TracedSpan(
    TraceId trace,
    String name,
    long startNanos,
    long endNanos,
    List<Event> events,
    int scenario,
    long waitNanos) {

  /** Something that happened. */
  record Event(String text, long atNanos) {}

  /** What an exporter is given of a span that has ended. */
  static TracedSpan of(SpanData data) {
    return new TracedSpan(
        data.getContext().getTraceId(),
        data.getName().intern(),
        nanos(data.getStartTimestamp()),
        nanos(Objects.requireNonNull(data.getEndTimestamp())),
        data.getAnnotations().getEvents().stream()
            .map(
                event ->
                    new Event(
                        event.getEvent().getDescription().intern(), nanos(event.getTimestamp())))
            .toList(),
        (int) number(data, TransactionSpans.SCENARIO),
        number(data, TransactionSpans.WAIT_NANOS));
  }

  private static long nanos(Timestamp time) {
    return TimeUnit.SECONDS.toNanos(time.getSeconds()) + time.getNanos();
  }

  private static long number(SpanData data, String attribute) {
    @Nullable AttributeValue value = data.getAttributes().getAttributeMap().get(attribute);
    return value == null
        ? 0
        : value.match(text -> 0L, yes -> 0L, whole -> whole, fraction -> 0L, other -> 0L);
  }

  boolean isTransaction() {
    return name.startsWith(TransactionSpans.NAME);
  }

  boolean has(String event) {
    return events.stream().anyMatch(e -> e.text().equals(event));
  }
}
