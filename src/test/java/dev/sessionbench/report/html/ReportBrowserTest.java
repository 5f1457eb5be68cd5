package dev.sessionbench.report.html;

import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser: {@code mvn test -Pbrowser}. With {@code SCREENSHOTS} set to a folder,
 * it leaves a picture of each variant there.
 */
@Tag("browser")
class ReportBrowserTest {
  /** Finds texts of a chart that overlap or lie outside it, as the browser lays them out. */
  private static final String CLASHES =
      """
      [...document.querySelectorAll('svg.chart')].flatMap(svg => {
        const frame = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll('text')];
        const boxes = texts.map(t => t.getBoundingClientRect());
        const found = [];
        boxes.forEach((a, i) => {
          if (a.left < frame.left - 1 || a.right > frame.right + 1
              || a.top < frame.top - 1 || a.bottom > frame.bottom + 1) {
            found.push(svg.id + ': ' + texts[i].textContent + ' is clipped');
          }
          boxes.slice(i + 1).forEach((b, j) => {
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (width > 1 && height > 4) {
              found.push(svg.id + ': ' + texts[i].textContent + ' on ' + texts[i + 1 + j].textContent);
            }
          });
        });
        return found;
      }).join('\\n')
      """;

  @TempDir private Path folder;

  @Test
  void pageFitsTheScreenWithoutMessagesOrRequests() throws Exception {
    Path page = folder.resolve("report.html");
    Files.writeString(page, ReportPageTest.syntheticPage());
    SoftAssertions soft = new SoftAssertions();
    try (BrowserPage browser = BrowserPage.start(folder.resolve("profile"))) {
      for (int width : new int[] {360, 1400}) {
        for (boolean dark : new boolean[] {false, true}) {
          browser.open(page, width, dark);
          String variant = width + (dark ? "-dark" : "-light");
          picture(browser, variant);
          soft.assertThat(browser.evaluate("innerWidth").asInt()).as(variant).isEqualTo(width);
          soft.assertThat(browser.evaluate("document.scrollingElement.scrollWidth").asInt())
              .as(variant)
              .isLessThanOrEqualTo(width);
          soft.assertThat(browser.evaluate(CLASHES).asText()).as(variant).isEmpty();
          soft.assertThat(browser.messages()).as(variant).isEmpty();
          soft.assertThat(browser.requests())
              .as(variant)
              .filteredOn(address -> !address.startsWith("data:"))
              .containsExactly(page.toUri().toString());
        }
      }
    }
    soft.assertAll();
  }

  private static void picture(BrowserPage browser, String variant) throws Exception {
    String pictures = System.getenv("SCREENSHOTS");
    if (pictures != null) {
      Files.write(Path.of(pictures, variant + ".png"), browser.screenshot());
    }
  }
}
