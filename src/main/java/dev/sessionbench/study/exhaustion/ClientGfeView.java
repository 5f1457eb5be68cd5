package dev.sessionbench.study.exhaustion;

import com.google.cloud.spanner.spi.v1.SpannerRpcViews;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.study.exhaustion.StudyResult.ClientGfe;
import io.opencensus.stats.AggregationData.DistributionData;
import io.opencensus.stats.Stats;
import io.opencensus.stats.View;
import io.opencensus.stats.ViewData;
import io.opencensus.tags.TagValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The client's own metric of the GFE latency, to be held beside what the headers said. */
final class ClientGfeView {
  private static final View.Name NAME =
      View.Name.create("cloud.google.com/java/spanner/gfe_latency");
  private static final String METHOD = "method";

  private Map<String, Sum> before = new HashMap<>();

  /** How many values, and their sum in milliseconds. */
  record Sum(long count, double millis) {
    static final Sum NONE = new Sum(0, 0);

    Sum plus(Sum other) {
      return new Sum(count + other.count, millis + other.millis);
    }

    double mean() {
      return millis / count;
    }
  }

  private ClientGfeView() {}

  /** Registers the client's view; before the client's first call, or it keeps nothing. */
  @SuppressWarnings(
      "deprecation") // Of all OpenCensus, in favour of OpenTelemetry; the study's own.
  static ClientGfeView register() {
    SpannerRpcViews.registerGfeLatencyAndHeaderMissingCountViews();
    return new ClientGfeView();
  }

  /** Leaves out what was before. */
  void begin() {
    before = read();
  }

  /** The client's means beside those of the headers, of the methods that have both. */
  List<ClientGfe> compare(Map<Rpc, Sum> headers) {
    Map<String, Sum> now = read();
    List<ClientGfe> both = new ArrayList<>();
    headers.forEach(
        (rpc, header) -> {
          Sum last = now.getOrDefault(rpc.fullMethodName(), Sum.NONE);
          Sum first = before.getOrDefault(rpc.fullMethodName(), Sum.NONE);
          Sum client = new Sum(last.count - first.count, last.millis - first.millis);
          if (client.count > 0 && header.count > 0) {
            both.add(new ClientGfe(rpc.methodName(), client.mean(), header.mean()));
          }
        });
    return both;
  }

  private static Map<String, Sum> read() {
    Map<String, Sum> sums = new HashMap<>();
    @Nullable ViewData data = Stats.getViewManager().getView(NAME);
    if (data == null) {
      return sums;
    }
    List<String> columns = data.getView().getColumns().stream().map(key -> key.getName()).toList();
    int method = columns.indexOf(METHOD);
    data.getAggregationMap()
        .forEach(
            (tags, values) -> {
              @Nullable TagValue name = tags.get(method);
              if (values instanceof DistributionData distribution && name != null) {
                sums.merge(
                    Objects.requireNonNull(name).asString(),
                    new Sum(
                        distribution.getCount(), distribution.getMean() * distribution.getCount()),
                    Sum::plus);
              }
            });
    return sums;
  }
}
