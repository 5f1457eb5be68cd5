package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.load.Operation.Kind;
import io.opencensus.stats.Aggregation;
import io.opencensus.stats.AggregationData;
import io.opencensus.stats.BucketBoundaries;
import io.opencensus.stats.Measure.MeasureDouble;
import io.opencensus.stats.Stats;
import io.opencensus.stats.View;
import io.opencensus.stats.ViewData;
import io.opencensus.tags.TagContext;
import io.opencensus.tags.TagKey;
import io.opencensus.tags.TagValue;
import io.opencensus.tags.Tags;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The view in which the case study of 2022 recorded the end-to-end latency of its application: its
 * measure, its tags and its bounds. The measure is a fraction here, as whole milliseconds would be
 * cut; the bound 0 is dropped by OpenCensus.
 */
final class StudyLatencyView {
  /** The bounds of the study's buckets, in milliseconds. */
  static final List<Double> BOUNDS =
      List.of(
          0.0, 0.01, 0.05, 0.1, 0.3, 0.6, 0.8, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0,
          20.0, 25.0, 30.0, 40.0, 50.0, 65.0, 80.0, 100.0, 130.0, 160.0, 200.0, 250.0, 300.0, 400.0,
          500.0, 650.0, 800.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0, 50000.0, 100000.0);

  private static final MeasureDouble LATENCY =
      MeasureDouble.create(
          "my_custom_spanner_api_call_latency_ms", "Spanner API call latency", "ms");
  private static final TagKey DATABASE = TagKey.create("database");
  private static final TagKey INSTANCE = TagKey.create("instance_id");
  private static final TagKey OP = TagKey.create("op");

  /** The study's own spelling. */
  private static final View.Name NAME =
      View.Name.create("my_custom_spanner_api_call_applicaiton_latency");

  private static final TagValue DATABASE_VALUE = TagValue.create("my-database");
  private static final TagValue INSTANCE_VALUE = TagValue.create("my-instance");
  private static final String LAST = "last";
  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long POLL_NANOS = 1_000_000;

  static {
    Stats.getViewManager()
        .registerView(
            View.create(
                NAME,
                "The distribution of the latencies captured in the app code",
                LATENCY,
                Aggregation.Distribution.create(BucketBoundaries.create(BOUNDS)),
                List.of(DATABASE, INSTANCE, OP)));
  }

  private StudyLatencyView() {}

  static void record(Kind kind, double millis) {
    record(op(kind), millis);
  }

  private static void record(String op, double millis) {
    TagContext tags =
        Tags.getTagger()
            .emptyBuilder()
            .putLocal(DATABASE, DATABASE_VALUE)
            .putLocal(INSTANCE, INSTANCE_VALUE)
            .putLocal(OP, TagValue.create(op))
            .build();
    Stats.getStatsRecorder().newMeasureMap().put(LATENCY, millis).record(tags);
  }

  private static String op(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The counts of the buckets until now; they only grow, so differences tell of a stretch of time.
   * Waits for what was recorded before: the queue to the view keeps the order.
   */
  static List<Long> counts(Kind kind) {
    long before = sum(buckets(LAST));
    record(LAST, 0);
    long deadline = SystemTime.CLOCK.nanos() + PATIENCE_NANOS;
    while (sum(buckets(LAST)) <= before && SystemTime.CLOCK.nanos() - deadline < 0) {
      SystemTime.CLOCK.park(POLL_NANOS);
    }
    return buckets(op(kind));
  }

  /** What was counted since an earlier call. */
  static List<Long> since(List<Long> before, List<Long> now) {
    return IntStream.range(0, now.size()).mapToObj(i -> now.get(i) - before.get(i)).toList();
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(n -> n).sum();
  }

  private static List<Long> buckets(String op) {
    List<TagValue> tags = List.of(DATABASE_VALUE, INSTANCE_VALUE, TagValue.create(op));
    ViewData view = Objects.requireNonNull(Stats.getViewManager().getView(NAME));
    @Nullable AggregationData data = view.getAggregationMap().get(tags);
    return data instanceof AggregationData.DistributionData distribution
        ? distribution.getBucketCounts()
        : Collections.nCopies(BOUNDS.size(), 0L);
  }
}
