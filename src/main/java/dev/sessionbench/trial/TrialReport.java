package dev.sessionbench.trial;

import dev.sessionbench.model.Curve;
import java.util.ArrayList;
import java.util.List;

/** What a run showed: probes put it together. */
public final class TrialReport {
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<Figure> figures = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();

  /** The figures of the run. */
  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  /** What was observed in the run against something else. */
  public List<Curve> curves() {
    return List.copyOf(curves);
  }

  /** Adds a count. */
  void count(String name, long value) {
    figure(name, value, "#");
  }

  /** Adds a time, given in nanoseconds and reported in milliseconds; NaN where there is none. */
  void millis(String name, double nanos) {
    figure(name, nanos / NANOS_PER_MILLI, "ms");
  }

  /** Adds any other figure. */
  void figure(String name, double value, String unit) {
    figures.add(new Figure(name, value, unit));
  }

  /** Adds a curve. */
  void curve(Curve curve) {
    curves.add(curve);
  }
}
