package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.load.LoadPlan.Stay;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.bench.trial.ChannelMetrics;
import dev.sessionbench.bench.trial.ChannelMetrics.Change;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.mock.rpc.ConnectionOptions.AcceptPace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.HdrHistogram.Histogram;

/**
 * Plays a load on channels once. Clients and machines take no time.
 *
 * <p>A channel connects at its first call. A call waits for its connection, and then for a stream
 * of it, in the order of choice: a call never changes its channel. The server accepts connections
 * one after another.
 */
final class ChannelRun {
  private final ChannelCell cell;
  private final Settings settings;
  private final int most;
  private final VirtualTime time = new VirtualTime();
  private final List<Channel> channels = new ArrayList<>();
  private final GrowthLog log;
  private final ChannelMetrics metrics;
  private final AcceptPace pace;
  private final Histogram calls = new Histogram(3);
  private final long queryNanos;
  private final long countedAfterNanos;
  private int queriesLeft;
  private int inProgress;
  private int opening;
  private long chosen;
  private long opened;
  private long endNanos;

  /** Plays a cell and adds its calls and channels to a log. */
  ChannelRun(ChannelCell cell, GrowthLog log) {
    this.cell = cell;
    this.log = log;
    settings = cell.settings();
    most = cell.connections().streams();
    metrics = new ChannelMetrics(most);
    pace = new AcceptPace(cell.connections());
    queriesLeft = cell.load().size();
    queryNanos = settings.nanos(ChannelLoad.QUERY);
    countedAfterNanos = settings.nanos(ChannelCell.COUNTED_AFTER);
  }

  /** Plays all queries; the result is in nanoseconds. */
  long run() {
    int callers = cell.load().callers();
    ChannelGrowth growth = settings.get(ChannelCell.GROWTH);
    int first = growth.first(settings.get(ChannelCell.CHANNELS), callers, most);
    for (int i = 0; i < first; i++) {
      channels.add(new Channel());
    }
    for (int i = 0; i < callers; i++) {
      Stay stay = cell.load().stays().apply(i);
      long gap = i * settings.nanos(ChannelCell.CALLER_GAP);
      after(stay.fromNanos() + gap, () -> nextQuery(stay));
    }
    time.run();
    return endNanos;
  }

  /**
   * The metrics, by the names and in the units of measured runs. A run of no time has no
   * throughput.
   */
  Map<RunMetric, Double> metrics() {
    Map<RunMetric, Double> seen = new EnumMap<>(RunMetric.class);
    if (endNanos > 0) {
      seen.put(RunMetric.THROUGHPUT, calls.getTotalCount() * Nanos.PER_SECOND / endNanos);
    }
    ChannelMetrics.calls(calls, seen::put);
    List<Long> used = channels.stream().map(channel -> channel.all).filter(all -> all > 0).toList();
    ChannelMetrics.spread(used, seen::put);
    seen.put(RunMetric.CONNECTIONS_OPENED, (double) opened);
    seen.put(
        RunMetric.CALLS_ON_CONNECTION,
        (double) channels.stream().mapToInt(channel -> channel.mostStreams).max().orElse(0));
    metrics.report(seen::put);
    return seen;
  }

  private void after(long nanos, Runnable task) {
    var unused = time.after(nanos, task);
  }

  private void nextQuery(Stay stay) {
    if (queriesLeft > 0 && time.nanos() < stay.untilNanos()) {
      queriesLeft--;
      inProgress++;
      metrics.add(new Change(time.nanos(), 1, 0));
      grow();
      choose().add(stay);
    }
  }

  private void grow() {
    int perChannel = settings.get(ChannelCell.CALLS);
    int wanted = (inProgress + perChannel - 1) / perChannel;
    int room = settings.get(ChannelCell.MOST) - channels.size() - opening;
    int more = settings.get(ChannelCell.GROWTH).more(channels.size(), opening, wanted);
    for (int i = 0; i < Math.min(room, more); i++) {
      Channel channel = new Channel();
      if (settings.get(ChannelCell.PRIMED)) {
        opening++;
        channel.prime();
      } else {
        channels.add(channel);
      }
    }
  }

  private Channel choose() {
    long call = chosen++;
    return switch (settings.get(ChannelCell.CHOICE)) {
      case ROUND_ROBIN -> channels.get((int) (call % channels.size()));
      case RANDOM -> drawn(call);
      case LEAST_BUSY -> leastBusy(channels);
      case TWO_CHOICES -> leastBusy(List.of(drawn(2 * call), drawn(2 * call + 1)));
    };
  }

  private Channel drawn(long index) {
    long seed = settings.get(TrialParameters.SEED);
    return channels.get((int) SeededDraws.uniform(seed, 0, index, channels.size()));
  }

  private static Channel leastBusy(List<Channel> some) {
    return some.stream().min(Comparator.comparingInt(channel -> channel.counted)).orElseThrow();
  }

  /**
   * A call.
   *
   * @param wantedNanos when its caller wanted it
   * @param stay when its caller is there
   * @param ahead calls that its channel has already
   * @param first whether its channel has ended no call yet
   */
  private record Call(long wantedNanos, Stay stay, int ahead, boolean first) {}

  /** A channel with its one connection. */
  private final class Channel {
    private final Queue<Call> waiting = new ArrayDeque<>();

    /** Calls as the choice sees them. */
    private int counted;

    private int streams;
    private int mostStreams;
    private long all;
    private boolean connecting;
    private boolean connected;
    private boolean ended;
    private long warmNanos = Long.MIN_VALUE;

    void add(Stay stay) {
      all++;
      if (countedAfterNanos == 0) {
        counted++;
      } else {
        after(countedAfterNanos, () -> counted++);
      }
      waiting.add(new Call(time.nanos(), stay, waiting.size() + streams, !ended));
      connect(this::serve);
      serve();
    }

    /** Connects and makes a call of its own; then the client may choose this channel. */
    void prime() {
      // The next calls of those that began before its own come first.
      connect(() -> after(call(), () -> after(0, this::publish)));
    }

    private void publish() {
      opening--;
      ended = true;
      channels.add(this);
    }

    private void connect(Runnable then) {
      if (!connecting) {
        connecting = true;
        opened++;
        after(
            pace.delayNanos(time.nanos()),
            () -> {
              connected = true;
              metrics.add(new Change(time.nanos(), 0, 1));
              log.connected(time.nanos(), 1);
              then.run();
            });
      }
    }

    /** How long a call that starts now takes; the first one makes the connection warm. */
    private long call() {
      if (warmNanos == Long.MIN_VALUE) {
        warmNanos = time.nanos() + cell.connections().firstCallNanos();
      }
      return Math.max(0, warmNanos - time.nanos()) + queryNanos;
    }

    private void serve() {
      while (connected && streams < most && !waiting.isEmpty()) {
        Call call = waiting.remove();
        metrics.gotStream(call.ahead, time.nanos() - call.wantedNanos);
        mostStreams = Math.max(mostStreams, ++streams);
        after(call(), () -> end(call));
      }
    }

    private void end(Call call) {
      streams--;
      counted--;
      inProgress--;
      endNanos = time.nanos();
      ended = true;
      metrics.add(new Change(endNanos, -1, 0));
      log.ended(new OperationTimes(call.wantedNanos, call.wantedNanos, endNanos), nanos -> nanos);
      calls.recordValue(endNanos - call.wantedNanos);
      if (call.first) {
        metrics.endedFirst(endNanos - call.wantedNanos);
      }
      serve();
      // After all calls that end at this moment, so that each has given its stream back.
      after(0, () -> nextQuery(call.stay));
    }
  }
}
