package dev.sessionbench.study.exhaustion;

import dev.sessionbench.bench.load.Operation.Kind;
import io.opencensus.common.Scope;
import io.opencensus.trace.AttributeValue;
import io.opencensus.trace.Span;
import io.opencensus.trace.Tracing;
import io.opencensus.trace.config.TraceParams;
import io.opencensus.trace.samplers.Samplers;
import java.util.Locale;
import java.util.Map;

/**
 * Opens a span of the application around each transaction. Without one, the client's span of the
 * wait for a session would be in a trace of its own, as it belongs to whatever span the thread has
 * open when it blocks.
 *
 * @param scenario the number of the scenario, from 1
 * @param on whether there are spans at all
 */
record TransactionSpans(int scenario, boolean on) {
  /** What the names of these spans begin with. */
  static final String NAME = "leaderboard.";

  static final String SCENARIO = "scenario";
  static final String WAIT_NANOS = "waitNanos";

  /** A transaction under way. */
  interface Open {
    /** Says how long it waited for its session, and ends its span. */
    void end(long waitNanos);
  }

  /** No spans. */
  static TransactionSpans none() {
    return new TransactionSpans(0, false);
  }

  /** Has every transaction traced from now on; the default is one in ten thousand. */
  static void traceAll() {
    Tracing.getTraceConfig()
        .updateActiveTraceParams(
            TraceParams.DEFAULT.toBuilder().setSampler(Samplers.alwaysSample()).build());
  }

  /** Goes back to what is traced by default. */
  static void traceFew() {
    Tracing.getTraceConfig().updateActiveTraceParams(TraceParams.DEFAULT);
  }

  @SuppressWarnings("MustBeClosed") // It is closed when the transaction ends, on the same thread.
  Open begin(Kind kind) {
    if (!on) {
      return waitNanos -> {};
    }
    Span span =
        Tracing.getTracer()
            .spanBuilderWithExplicitParent(NAME + kind.name().toLowerCase(Locale.ROOT), null)
            .startSpan();
    Scope scope = Tracing.getTracer().withSpan(span);
    return waitNanos -> {
      span.putAttributes(
          Map.of(
              SCENARIO, AttributeValue.longAttributeValue(scenario),
              WAIT_NANOS, AttributeValue.longAttributeValue(waitNanos)));
      scope.close();
      span.end();
    };
  }
}
