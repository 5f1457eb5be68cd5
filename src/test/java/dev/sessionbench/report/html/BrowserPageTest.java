package dev.sessionbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a browser a test that needs one must fail, not be skipped unnoticed. */
class BrowserPageTest {
  @TempDir private Path folder;

  @Test
  void missingBrowserFailsTheTest() {
    assertThatThrownBy(() -> BrowserPage.program(Map.of("CHROMIUM", "", "PATH", folder.toString())))
        .hasMessageStartingWith("no browser: set CHROMIUM");
    String none = folder.resolve("none").toString();
    assertThatThrownBy(() -> BrowserPage.program(Map.of("CHROMIUM", none)))
        .hasMessage("CHROMIUM is no program: " + none);
  }

  @Test
  void namedBrowserComesBeforeThatOnThePath() throws Exception {
    Path named = Files.createFile(folder.resolve("named"));
    Path usual = Files.createFile(folder.resolve("google-chrome"));
    assertThat(named.toFile().setExecutable(true) && usual.toFile().setExecutable(true)).isTrue();
    String path = folder.toString();
    assertThat(BrowserPage.program(Map.of("CHROMIUM", named.toString(), "PATH", path)))
        .isEqualTo(named);
    assertThat(BrowserPage.program(Map.of("PATH", path))).isEqualTo(usual);
  }
}
