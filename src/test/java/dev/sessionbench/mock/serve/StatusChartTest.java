package dev.sessionbench.mock.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.mock.serve.StatusPage.SessionSeries.Points;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class StatusChartTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4, 7, 9, 10, 99, 100, 101, 400, 12_345, 1_000_000, Integer.MAX_VALUE})
  void isWellFormedAndItsGridCoversTheData(long max) throws Exception {
    String svg = svg(new Points(List.of(0L, max), 1), "Sessions");
    parse(svg);
    List<Axis.Tick> ticks =
        StatusPage.chart(new Points(List.of(0L, max), 1), "").plots().get(0).y().ticks();
    double top = ticks.get(ticks.size() - 1).value();
    assertThat(top).isGreaterThanOrEqualTo((double) max);
    if (max > 0) {
      assertThat(top).isLessThanOrEqualTo(Math.max(4.0, max * 2.0));
    }
  }

  @Test
  void withoutSamplesItIsAnEmptyFrame() throws Exception {
    String svg = svg(new Points(List.of(), 1), "Sessions");
    parse(svg);
    assertThat(svg).contains("nothing yet").doesNotContain("<path");
  }

  @Test
  void textSaysWhatItShowsAndForHowLong() throws Exception {
    List<Long> hour = LongStream.range(0, 600).boxed().toList();
    String svg = svg(new Points(hour, 6), "A & B");
    parse(svg);
    assertThat(svg).contains("A &amp; B: 599 now, at most 599").contains("1 h ago");
  }

  @Test
  void isTheSameInEveryLocale() {
    Points points = new Points(List.of(1L, 5L, 3L), 1);
    String expected = svg(points, "Sessions");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(svg(points, "Sessions")).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String svg(Points points, String title) {
    return StatusPage.chart(points, title).inline();
  }

  private static void parse(String svg) throws Exception {
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
