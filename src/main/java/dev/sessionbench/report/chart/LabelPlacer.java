package dev.sessionbench.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Finds a free place for a label near its point: not on another label, not on another point. */
final class LabelPlacer {
  private static final double CHARACTER = 7.8;
  private static final double LINE = 13;
  private static final double POINT = 5;
  private static final double[] DISTANCES = {9, 13, 18, 26, 38, 52};

  /** A rectangle that is taken. */
  private record Box(double left, double top, double right, double bottom) {
    boolean meets(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }

    boolean inside(Box other) {
      return left >= other.left
          && right <= other.right
          && top >= other.top
          && bottom <= other.bottom;
    }
  }

  /** The place of a label's middle, and whether it is so far off that a line should lead to it. */
  record Place(double x, double baseline, boolean far) {}

  private final List<Box> taken = new ArrayList<>();
  private final Box area;

  LabelPlacer(Plot plot) {
    area = new Box(plot.left() + 1, plot.top() - 2, plot.right() + 10, plot.bottom() - 1);
  }

  /** Keeps labels off a point. */
  void keepOff(double x, double y) {
    taken.add(new Box(x - POINT, y - POINT, x + POINT, y + POINT));
  }

  /** The nearest free place; above the point where there is none. */
  Place place(String label, double x, double y) {
    double half = label.length() * CHARACTER / 2;
    for (double distance : DISTANCES) {
      for (int direction = 0; direction < 8; direction++) {
        // Above first, then to the sides, below last, where a reader looks last.
        double angle = Math.PI * ANGLES[direction] / 4;
        double centreX = x + Math.sin(angle) * (distance + half - 3);
        double centreY = y - Math.cos(angle) * (distance + 3);
        Box box = new Box(centreX - half, centreY - LINE / 2, centreX + half, centreY + LINE / 2);
        if (box.inside(area) && taken.stream().noneMatch(box::meets)) {
          taken.add(box);
          return new Place(centreX, centreY + 4, distance > 20);
        }
      }
    }
    return new Place(x, y - 8, false);
  }

  private static final int[] ANGLES = {0, 1, 7, 2, 6, 3, 5, 4};
}
