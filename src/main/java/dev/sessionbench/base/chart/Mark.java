package dev.sessionbench.base.chart;

import java.util.List;

/** A mark in a plot, in the units of its axes. */
@FunctionalInterface
public interface Mark {
  void draw(Frame frame);

  /**
   * A line; values that the axis cannot place leave a gap.
   *
   * @param style its classes
   * @param steps whether each value holds until the next, else they are joined
   * @param x ascending
   * @param y the value at each x
   */
  record Line(String style, boolean steps, List<Double> x, List<Double> y) implements Mark {
    @Override
    public void draw(Frame frame) {
      if (steps) {
        frame.path(frame.stairs(x, y), style);
        return;
      }
      StringBuilder path = new StringBuilder();
      String before = "";
      String command = "M";
      for (int i = 0; i < x.size(); i++) {
        if (!frame.shows(x.get(i), y.get(i))) {
          command = "M";
          continue;
        }
        String place = frame.place(x.get(i), y.get(i));
        if (!place.equals(before) || command.equals("M")) {
          path.append(command).append(place);
        }
        before = place;
        command = "L";
      }
      frame.path(path.toString(), style);
    }
  }

  /**
   * A dot, drawn at the bottom if the axis cannot place its value.
   *
   * @param style its classes
   * @param radius in pixels
   * @param x its horizontal value
   * @param y its value
   * @param title what it says
   * @param label is drawn above or below the dot if there is room; may be empty
   */
  record Dot(String style, double radius, double x, double y, String title, String label)
      implements Mark {
    @Override
    public void draw(Frame frame) {
      frame.dot(this);
    }
  }

  /** A bar from a value to another, with ends. */
  record Whisker(String style, double x, double low, double high) implements Mark {
    private static final double HALF = 4;

    @Override
    public void draw(Frame frame) {
      double at = frame.x(x);
      frame.line(at, frame.y(high), at, frame.y(low), style);
      for (double end : new double[] {high, low}) {
        frame.line(at - HALF, frame.y(end), at + HALF, frame.y(end), style);
      }
    }
  }

  /**
   * A rectangle.
   *
   * @param title what it says
   * @param label is drawn inside if the rectangle is wide enough
   * @param labelStyle the label's classes
   */
  record Box(
      String style,
      double left,
      double right,
      double low,
      double high,
      String title,
      String label,
      String labelStyle)
      implements Mark {
    private static final double THIN = 1.5;
    private static final double WIDE_ENOUGH = 18;
    private static final double BASELINE = 3.5;

    @Override
    public void draw(Frame frame) {
      double wide = Math.max(THIN, frame.x(right) - frame.x(left));
      double tall = frame.y(low) - frame.y(high);
      double x = frame.x(left);
      double y = frame.y(high);
      String spoken = Svg.title(title);
      frame.svg.add("rect", style, spoken, "x", x, "y", y, "width", wide, "height", tall);
      if (!label.isEmpty() && wide >= WIDE_ENOUGH) {
        double middle = (frame.y(low) + frame.y(high)) / 2 + BASELINE;
        frame.svg.text(label, frame.x(left) + wide / 2, middle, labelStyle);
      }
    }
  }

  /** A vertical line through the plot. */
  record Rule(String style, double x) implements Mark {
    @Override
    public void draw(Frame frame) {
      frame.line(frame.x(x), frame.top(), frame.x(x), frame.bottom(), style);
    }
  }

  /** A text that is a number of pixels to the right of a place, and below it. */
  record Note(String style, double x, double y, double right, double below, String text)
      implements Mark {
    @Override
    public void draw(Frame frame) {
      frame.svg.text(text, frame.x(x) + right, frame.y(y) + below, style);
    }
  }
}
