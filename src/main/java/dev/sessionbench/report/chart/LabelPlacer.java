package dev.sessionbench.report.chart;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** Finds a free place for a label near its point: not on another label, not on another point. */
final class LabelPlacer {
  private static final double CHARACTER = 7.8;
  private static final double LINE = 13;
  private static final double POINT = 5;
  private static final double[] DISTANCES = {9, 13, 18, 26, 38, 52, 70, 92};

  /** The place of a label's middle, and whether it is so far off that a line should lead to it. */
  record Place(double x, double baseline, boolean far) {}

  private final List<Rectangle2D> taken = new ArrayList<>();
  private final Rectangle2D area;

  LabelPlacer(Plot plot) {
    area =
        new Rectangle2D.Double(
            plot.left() + 1, plot.top() - 2, plot.width() + 9, plot.height() + 1);
  }

  /** Keeps labels off a point. */
  void keepOff(double x, double y) {
    taken.add(new Rectangle2D.Double(x - POINT, y - POINT, 2 * POINT, 2 * POINT));
  }

  /** The nearest free place; above the point where there is none. */
  Place place(String label, double x, double y) {
    double half = label.length() * CHARACTER / 2;
    for (double distance : DISTANCES) {
      for (int eighth : ANGLES) {
        // Above first, then to the sides, below last, where a reader looks last.
        double angle = Math.PI * eighth / 4;
        double centreX = x + Math.sin(angle) * (distance + half - 3);
        double centreY = y - Math.cos(angle) * (distance + 3);
        Rectangle2D box =
            new Rectangle2D.Double(centreX - half, centreY - LINE / 2, 2 * half, LINE);
        if (area.contains(box) && taken.stream().noneMatch(box::intersects)) {
          taken.add(box);
          return new Place(centreX, centreY + 4, distance > 20);
        }
      }
    }
    return new Place(x, y - 8, false);
  }

  private static final int[] ANGLES = {0, 1, 7, 2, 6, 3, 5, 4};
}
