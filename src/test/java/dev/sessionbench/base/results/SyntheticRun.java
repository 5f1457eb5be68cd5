package dev.sessionbench.base.results;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SeededDraws;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An invented run for tests that read results, never for a claim. It has the 32 published cells
 * with three forks around each published time, and plausible growth.
 */
public final class SyntheticRun {
  private static final int FORKS = 3;
  private static final int MIN = 100;
  private static final int MAX = 400;
  private static final double RPC_MILLIS = 25;

  private SyntheticRun() {}

  /** Writes {@code result.json} and {@code series.json} into a folder. */
  public static Path write(Path folder) {
    Path result = folder.resolve("result.json");
    AtomicFile.write(result, Texts.RESULT);
    AtomicFile.write(folder.resolve(CellCurves.FILE_NAME), Texts.GROWTH);
    return result;
  }

  /** The texts of both files, cached because many tests write them. */
  private static final class Texts {
    static final String RESULT = Json.text(cells());
    static final String GROWTH = Json.text(growth());
  }

  /** The 32 cells. */
  public static List<CellResult> cells() {
    return PublishedResult.all().stream().map(SyntheticRun::cell).toList();
  }

  /** A curve for each cell. */
  public static List<CellCurves> growth() {
    return PublishedResult.all().stream().map(SyntheticRun::curve).toList();
  }

  /** One cell with names and values from the caller. */
  public static CellResult cell(
      String benchmark,
      Map<String, String> params,
      String jvmArg,
      @Nullable Environment environment) {
    return new CellResult(
        "1.37",
        benchmark,
        "ss",
        1,
        FORKS,
        "java",
        List.of("-Xms1g", "-Xmx1g", jvmArg),
        "17.0.13",
        "OpenJDK 64-Bit Server VM",
        "17.0.13+11",
        1,
        "single-shot",
        1,
        1,
        "single-shot",
        1,
        params,
        metric("ms/op", 800, 0.05, 1),
        Map.of("numBatchCreateSessionsRpcs", metric("#", 16, 0, 1)),
        environment,
        List.of(
            new ForkConditions("2026-11-20T10:00:00Z", 1, 0.4, Double.NaN, 3.5),
            new ForkConditions("2026-11-20T10:20:00Z", 33, 0.9, Double.NaN, 2.25),
            new ForkConditions("2026-11-20T10:40:00Z", 65, 1.3, Double.NaN, 11)));
  }

  /** The environment of the invented run. */
  public static Environment environment() {
    return new Environment(
        "17.0.13 Debian",
        "OpenJDK 64-Bit Server VM 17.0.13+11",
        "Linux 6.1 amd64",
        "Invented Processor 9000 @ 2.50GHz",
        2,
        "6.107.0",
        "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00",
        "false",
        "1",
        42,
        "2026-11-20T10:00:00Z",
        "",
        List.of());
  }

  private static CellResult cell(PublishedResult row) {
    int step = Integer.parseInt(row.step());
    long seed = row.benchmark().hashCode() * 31L + step;
    Map<String, Metric> secondary = new LinkedHashMap<>();
    int rpcs = new PoolShape(MIN, MAX, step, 4).totalRpcs(MAX, PoolShape.SERVICE_BATCH_LIMIT);
    secondary.put("numBatchCreateSessionsRpcs", metric("#", rpcs, 0, seed));
    secondary.put("sessionsCreated", metric("#", MAX, 0, seed));
    secondary.put("acquireWaitP50", metric("ms", row.millis() / 20, 0.1, seed + 1));
    secondary.put("acquireWaitP99", metric("ms", row.millis() / 6, 0.1, seed + 2));
    secondary.put("acquireWaitMax", metric("ms", row.millis() / 4, 0.1, seed + 3));
    return cell(
            "dev.sessionbench.SessionPoolBenchmark." + row.benchmark(),
            params(row.step()),
            "-XX:+UseSerialGC",
            environment())
        .withPrimaryMetric(metric("ms/op", row.millis(), 0.08, seed))
        .withSecondaryMetrics(secondary);
  }

  private static Map<String, String> params(String incStep) {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("concurrency", "0");
    params.put("costModel", "flat");
    params.put("incStep", incStep);
    params.put("maxSessions", Integer.toString(MAX));
    params.put("minSessions", Integer.toString(MIN));
    params.put("numChannels", "4");
    params.put("operations", "0");
    params.put("seed", "1");
    params.put("transport", "inprocess");
    return params;
  }

  private static Metric metric(String unit, double middle, double spread, long seed) {
    List<List<Double>> raw = new ArrayList<>();
    for (int fork = 0; fork < FORKS; fork++) {
      double draw = SeededDraws.uniform(seed, 1, fork, 2001) / 1000.0 - 1;
      raw.add(List.of(middle * (1 + spread * draw)));
    }
    return Metric.of(unit, raw);
  }

  private static CellCurves curve(PublishedResult row) {
    return row.benchmark().equals("steadyIncrease") ? steady(row) : burst(row);
  }

  /** One RPC after another; the sessions in use follow the pool's size. */
  private static CellCurves steady(PublishedResult row) {
    int step = Integer.parseInt(row.step());
    List<double[]> events = new ArrayList<>();
    double time = 0;
    int total = MIN;
    for (int inUse = 0; inUse <= MAX; inUse++) {
      if (inUse > total) {
        events.add(new double[] {time, total, inUse - 1, 1});
        time += RPC_MILLIS;
        total = Math.min(MAX, total + step);
      }
      time += 0.08;
      events.add(new double[] {time, total, inUse, 0});
    }
    return curve(row, events);
  }

  /** Many RPCs at once, then the work, while fewer and fewer callers wait. */
  private static CellCurves burst(PublishedResult row) {
    int step = Integer.parseInt(row.step());
    List<double[]> events = new ArrayList<>();
    double time = 0;
    int total = MIN;
    for (int i = 0; i < 800; i++) {
      time += 0.0125;
      events.add(new double[] {time, total, Math.min(i, total), Math.max(0, i - total)});
    }
    while (total < MAX) {
      time += 10 + step * 0.14 + SeededDraws.uniform(step, 2, total, 10) * step / 100.0;
      total = Math.min(MAX, total + step * Math.max(1, 10 / step));
      events.add(new double[] {time, total, total, 800 - total});
    }
    for (int i = 0; i < 3200; i++) {
      time += (row.millis() - 120) / 3200;
      double waiting = Math.max(0, 400 - i / 6.0 + SeededDraws.uniform(step, 3, i, 20));
      double inUse = Math.min(MAX, (3200 - i) / 2.0 + SeededDraws.uniform(step, 4, i, 20));
      events.add(new double[] {time, MAX, Math.floor(inUse), Math.floor(waiting)});
    }
    return curve(row, events);
  }

  private static CellCurves curve(PublishedResult row, List<double[]> events) {
    List<Double> percentiles = new ArrayList<>();
    List<Double> waits = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      percentiles.add(100 * (1 - Math.pow(10, -i / 250.0)));
      waits.add(row.millis() / 5 * (1 - Math.exp(-i / 200.0)));
    }
    percentiles.add(100.0);
    waits.add(row.millis() / 4);
    List<Double> time = column(events, 0);
    return new CellCurves(
        "dev.sessionbench.SessionPoolBenchmark." + row.benchmark(),
        params(row.step()),
        List.of(
            new Curve(Curve.SESSIONS, "ms", "#", time, column(events, 1)),
            new Curve(Curve.IN_USE, "ms", "#", time, column(events, 2)),
            new Curve(Curve.WAITING, "ms", "#", time, column(events, 3)),
            new Curve(Curve.ACQUIRE_WAIT, "%", "ms", percentiles, waits)));
  }

  private static List<Double> column(List<double[]> events, int column) {
    return events.stream().map(event -> event[column]).toList();
  }
}
