package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results that were measured on servers of different times. */
class CompareProfilesTest extends CommandFixture {
  private String original = "";
  private String mine = "";
  private String changed = "";

  @BeforeEach
  void write() throws Exception {
    original = JmhCell.write(folder, "original.json", cell());
    mine = JmhCell.write(folder, "mine.json", under("mine.yaml", "aaaa"));
    changed = JmhCell.write(folder, "changed.json", under("mine.yaml", "bbbb"));
  }

  private static JmhCell cell() {
    return JmhCell.of("burstRead").param("incStep", 25).times(10, 11, 12, 13, 14, 15);
  }

  private static JmhCell under(String profile, String content) {
    return cell().param("profile", profile).param("profileContent", content);
  }

  private int compare(String... words) {
    String[] args = new String[words.length + 1];
    args[0] = "compare";
    System.arraycopy(words, 0, args, 1, words.length);
    return run(args);
  }

  @Test
  void areNotComparedUnlessToldSo() {
    assertThat(compare(original, mine)).isEqualTo(2);
    assertThat(err())
        .startsWith("error: the server's times differ: profiles mine.yaml, original; ")
        .containsOnlyOnce("\n");
    assertThat(compare(original, mine, "--mix-profiles")).as(this::err).isZero();
    assertThat(compare(original, original, "--mix-profiles")).isEqualTo(2);
  }

  @Test
  void areToldApartByTheirContentWhereTheNameIsTheSame() {
    assertThat(compare(mine, changed)).isEqualTo(2);
    assertThat(err()).contains("mine.yaml (aaaa), mine.yaml (bbbb)");
  }

  @Test
  void areComparedWhereTheProfileIsWhatIsCompared() throws Exception {
    String both = JmhCell.write(folder, "both.json", cell(), under("mine.yaml", "aaaa"));
    assertThat(compare(both)).isEqualTo(2);
    assertThat(compare(both, "--col", "profile")).as(this::err).isZero();
    assertThat(out()).contains("mine.yaml", "original");
  }

  @Test
  void areOneWhereTheContentIsWhateverTheNames() throws Exception {
    String moved = JmhCell.write(folder, "moved.json", under("/elsewhere/mine.yaml", "aaaa"));
    assertThat(compare("a=" + mine, "b=" + moved)).as(this::err).isZero();
    assertThat(out()).contains("vs a").doesNotContain("elsewhere");
  }

  @Test
  void areNotDrawnOnOnePageUnlessToldSo() throws Exception {
    String both = JmhCell.write(folder, "both.json", cell(), under("mine.yaml", "aaaa"));
    String page = folder.resolve("page.html").toString();
    assertThat(run("report", both, "-o", page)).isEqualTo(2);
    assertThat(err())
        .startsWith("error: the server's times differ: profiles mine.yaml, original; --series")
        .containsOnlyOnce("\n");
    assertThat(run("report", both, "-o", page, "--series", "profile")).isZero();
    assertThat(run("report", both, "-o", page, "--mix-profiles")).isZero();
    assertThat(run("report", mine, "-o", page)).isZero();
  }

  @Test
  void areToldApartWhereThePoolHasNoStepOfItsOwn() throws Exception {
    JmhCell lab = JmhCell.of("burstRead").param("minSessions", 100).times(10, 11, 12);
    JmhCell other = JmhCell.of("burstRead").param("minSessions", 100).times(10, 11, 12);
    String both =
        JmhCell.write(
            folder, "lab.json", lab, other.param("profile", "p").param("profileContent", "aaaa"));
    assertThat(compare(both)).isEqualTo(2);
    assertThat(err()).contains("profiles original, p;");
  }

  @Test
  void ofOneProfileAreComparedAsEver() {
    assertThat(compare("a=" + original, "b=" + original)).as(this::err).isZero();
    assertThat(compare("a=" + mine, "b=" + mine)).as(this::err).isZero();
  }
}
