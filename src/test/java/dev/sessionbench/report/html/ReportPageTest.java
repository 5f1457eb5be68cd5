package dev.sessionbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.chart.Axes;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportPageTest {
  private static final String HOSTILE = "</style><script>alert(1)</script>\"'`&{{name}}\u0001";

  static String syntheticPage() {
    return page(SyntheticRun.cells(), SyntheticRun.growth());
  }

  private static String page(List<CellResult> cells, List<CellCurves> growth) {
    return page("result.json", cells, growth);
  }

  private static String page(String name, List<CellResult> cells, List<CellCurves> growth) {
    Axes axes =
        Axes.of(cells.stream().map(CellResult::key).toList(), Optional.empty(), Optional.empty());
    return ReportPage.render(
        name,
        cells,
        ReportCharts.of(cells, growth, axes, List.of()),
        Recommendation.of(cells, axes.x()));
  }

  @Test
  void pageIsWellFormedWithUniqueIdsAndValidReferences() throws Exception {
    assertSound(parse(syntheticPage()));
  }

  @Test
  void everyColouredMarkHasItsColour() {
    String page = syntheticPage();
    List<String> marks =
        Pattern.compile("class=\"(dot|line|bar)( [a-z0-9]+)*? (c[0-9])[ \"]")
            .matcher(page)
            .results()
            .map(mark -> "." + mark.group(1) + "." + mark.group(3))
            .distinct()
            .toList();
    assertThat(marks).contains(".bar.c0", ".line.c1", ".dot.c0");
    assertThat(marks)
        .allSatisfy(
            mark -> assertThat(page).containsPattern(Pattern.quote(".chart " + mark) + "[ ,]"));
  }

  @Test
  void scenariosAreComparedWithAnUndisturbedPool() throws Exception {
    assertThat(syntheticPage()).doesNotContain("id=\"changes\"");
    List<CellResult> cells =
        List.of(faulty("none", 0, 0), faulty("serverRestart", 7, 75), faulty(HOSTILE, 1, 0));
    String page = page(cells, List.of());
    assertSound(parse(page));
    assertThat(page)
        .contains("id=\"changes\"", "Each against none", "href=\"#changes\"")
        .contains("applicationErrors, # (lower is better)", "sessionsLeaked, # (lower is better)")
        .doesNotContain("<script");
  }

  private static CellResult faulty(String scenario, double errors, double leaked) {
    String benchmark = "dev.sessionbench.FaultBenchmark.burstRead";
    return cell(benchmark, Map.of("incStep", "25", "scenario", scenario), null)
        .withSecondaryMetrics(
            Map.of(
                "applicationErrors", Metric.of("#", List.of(List.of(errors), List.of(errors))),
                "sessionsLeaked", Metric.of("#", List.of(List.of(leaked), List.of(leaked)))));
  }

  @Test
  void pageRunsNoScriptAndLoadsNothing() {
    String page = syntheticPage();
    assertThat(page)
        .doesNotContainIgnoringCase("<script")
        .doesNotContainIgnoringCase("@import")
        .doesNotContainIgnoringCase("<img")
        .doesNotContainIgnoringCase("<iframe")
        .doesNotContain("url(")
        .doesNotContain("{{");
    // Namespaces look like addresses, but no program fetches them.
    String withoutNames =
        page.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", "");
    assertThat(withoutNames).doesNotContain("http:", "https:", "src=");
    assertThat(matches("href=\"([^\"]*)\"", page))
        .allMatch(target -> target.startsWith("#") || target.startsWith("data:"));
  }

  @Test
  void everyBenchmarkHasEachKindOfChart() throws Exception {
    Document page = parse(syntheticPage());
    for (String section : List.of("time", "rpcs", "growth", "waits")) {
      Element found =
          all(page, "section").stream()
              .filter(e -> e.getAttribute("id").equals(section))
              .findFirst()
              .orElseThrow();
      assertThat(found.getElementsByTagName("svg").getLength()).as(section).isEqualTo(4);
    }
  }

  @Test
  void everyForkHasADot() {
    assertThat(matches("class=\"fork\"()", syntheticPage())).hasSize(32 * 3);
  }

  @Test
  void tablesHaveARowForEachCell() throws Exception {
    List<Element> tables = all(parse(syntheticPage()), "table");
    assertThat(tables).extracting(t -> t.getElementsByTagName("tr").getLength()).containsOnly(33);
    assertThat(tables.get(0).getTextContent()).contains("1230.9");
    assertThat(tables.get(1).getTextContent()).contains("304");
  }

  @Test
  void rangeIsNotCalledAnInterval() {
    assertThat(syntheticPage()).contains("not a confidence interval");
  }

  @Test
  void commandNamesTheMeasuredParameters() {
    assertThat(syntheticPage())
        .contains("-p incStep=1,10,20,25,30,40,50,100", "-f 3", "maxSessions=400")
        .contains("<pre class=\"scroll\" tabindex=\"0\">git checkout c0ffee00");
  }

  @Test
  void textOfAFileNeverBecomesMarkup() throws Exception {
    Environment environment =
        new Environment(
            HOSTILE, HOSTILE, HOSTILE, HOSTILE, 1, HOSTILE, HOSTILE, HOSTILE, HOSTILE, 1, HOSTILE,
            "", List.of());
    List<CellResult> cells =
        List.of(
            cell("x.Y." + HOSTILE, Map.of("incStep", "25", "p" + HOSTILE, "1"), environment),
            cell("x.Y." + HOSTILE, Map.of("incStep", "25", "p" + HOSTILE, HOSTILE), environment),
            cell("x.Y.heading", Map.of("incStep", HOSTILE), environment));
    List<CellCurves> growth =
        List.of(
            new CellCurves(
                HOSTILE,
                Map.of("incStep", "25", "q", HOSTILE),
                List.of(
                    new Curve(Curve.SESSIONS, "ms", "#", List.of(0.0, 5.0), List.of(100.0, 125.0)),
                    new Curve(Curve.IN_USE, "ms", "#", List.of(0.0, 5.0), List.of(0.0, 1.0)),
                    new Curve(HOSTILE, HOSTILE, HOSTILE, List.of(0.0, 5.0), List.of(0.0, 1.0)),
                    new Curve(
                        Curve.ACQUIRE_WAIT, "%", "ms", List.of(0.0, 100.0), List.of(1.0, 2.0)))));
    String page = page(HOSTILE, cells, growth);
    assertThat(page).doesNotContainIgnoringCase("<script").doesNotContain("\u0001");
    Document document = parse(page);
    assertSound(document);
    assertThat(document.getDocumentElement().getTextContent())
        .contains("<script>alert(1)</script>");
  }

  @Test
  void unusualForkCountsAndSharedNamesMakeAValidPage() throws Exception {
    List<CellResult> cells =
        List.of(
            cell("x.Y.title-z", Map.of("incStep", "25"), SyntheticRun.environment()),
            cell("x.Y.title", Map.of("incStep", "25"), SyntheticRun.environment()),
            cell("other.Y.title", Map.of("incStep", "2147483647"), SyntheticRun.environment()),
            cell("x.Y.table", Map.of("incStep", "0"), SyntheticRun.environment()));
    assertSound(parse(page(cells, List.of())));
  }

  @Test
  void aPlainJmhFileHasAnUnknownEnvironment() throws Exception {
    CellResult cell = SyntheticRun.cell("x.Y.z", Map.of("incStep", "25"), "-Dx", null);
    String page = page(List.of(cell), List.of());
    assertSound(parse(page));
    assertThat(page).contains("not recorded: JMH itself wrote this file");
    assertThat(page).doesNotContain("git checkout");
  }

  @Test
  void recommendationIsTextWithoutMarkup() {
    Recommendation hostile =
        new Recommendation(
            HOSTILE,
            HOSTILE,
            List.of(HOSTILE),
            List.of(HOSTILE),
            List.of(HOSTILE),
            Optional.of(HOSTILE));
    List<CellResult> cells = SyntheticRun.cells();
    String page =
        ReportPage.render(
            "r",
            cells,
            ReportCharts.of(List.of(), List.of(), new Axes("incStep", Optional.empty()), List.of()),
            hostile);
    assertThat(page).doesNotContain("<script").contains("&lt;script&gt;alert(1)&lt;/script&gt;");
  }

  private static CellResult cell(
      String benchmark, Map<String, String> params, @Nullable Environment environment) {
    return SyntheticRun.cell(benchmark, params, HOSTILE, environment);
  }

  private static void assertSound(Document page) {
    List<String> ids =
        all(page, "*").stream().map(e -> e.getAttribute("id")).filter(id -> !id.isEmpty()).toList();
    assertThat(ids).doesNotHaveDuplicates();
    for (Element element : all(page, "*")) {
      for (String id : element.getAttribute("aria-labelledby").split(" ", -1)) {
        assertThat(id).isIn(id.isEmpty() ? List.of("") : ids);
      }
    }
    for (Element link : all(page, "a")) {
      assertThat(ids).contains(link.getAttribute("href").substring(1));
    }
    for (Element svg : all(page, "svg")) {
      assertThat(svg.getAttribute("role")).isEqualTo("img");
      assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isNotEmpty();
      assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).isNotEmpty();
      for (String attribute : List.of("d", "x", "y", "cx", "cy")) {
        NodeList drawn = svg.getElementsByTagName("*");
        for (int i = 0; i < drawn.getLength(); i++) {
          assertThat(((Element) drawn.item(i)).getAttribute(attribute)).doesNotContain("NaN");
        }
      }
    }
  }

  private static Document parse(String page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> all(Document page, String name) {
    NodeList nodes = page.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
