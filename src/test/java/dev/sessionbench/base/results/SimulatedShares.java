package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How often something was seen in simulations with a known truth, kept as a file.
 *
 * @param environment the environment of the simulation
 * @param shares one for each effect and kind of simulation
 */
public record SimulatedShares(
    @JsonProperty(value = "environment", required = true) Environment environment,
    @JsonProperty(value = "shares", required = true) List<Share> shares) {
  /** Copies the list. */
  public SimulatedShares {
    shares = List.copyOf(shares);
  }

  /**
   * One share: the number of simulations, and how many of them showed what was looked for.
   *
   * @param what the effect, and in which samples, in short
   * @param kind the kind of simulation, which is the heading of a column
   * @param of the number of simulations
   * @param seen the number of simulations that showed it
   * @param above the test passes only if the share is above this, from 0 to 1; negative for any
   * @param most the test passes only if the share is at most this, from 0 to 1
   */
  public record Share(
      @JsonProperty(value = "what", required = true) String what,
      @JsonProperty(value = "kind", required = true) String kind,
      @JsonProperty(value = "of", required = true) int of,
      @JsonProperty(value = "seen", required = true) int seen,
      @JsonProperty(value = "above", required = true) double above,
      @JsonProperty(value = "most", required = true) double most) {
    private static final double ANY = -1;

    /** A share that must be at least a limit. */
    public static Share above(double share, String what, String kind, int of, long seen) {
      return new Share(what, kind, of, Math.toIntExact(seen), share, 1);
    }

    /** A share that must be at most a limit. */
    public static Share atMost(double share, String what, String kind, int of, long seen) {
      return new Share(what, kind, of, Math.toIntExact(seen), ANY, share);
    }

    /** Whether the share is within its limits. */
    public boolean holds() {
      double share = (double) seen / of;
      return share > above && share <= most;
    }

    private String percent() {
      return Numbers.label(100.0 * seen / of) + " %";
    }

    private String limit() {
      return above < 0
          ? "at most " + Numbers.label(100 * most) + " %"
          : "above " + Numbers.label(100 * above) + " %";
    }
  }

  /** Reads a file. */
  public static SimulatedShares read(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  /**
   * Asserts that shares are within their limits, and that a file holds them. With {@code
   * -Dgolden.write=true} the file is written first.
   *
   * @param file the file that holds them
   * @param seen the shares of this simulation
   */
  public static void assertHolds(Path file, List<Share> seen) {
    assertThat(seen).allMatch(Share::holds);
    if (Boolean.getBoolean("golden.write")) {
      String now = SystemTime.CLOCK.calendar().instant().toString();
      Json.write(file, new SimulatedShares(Environment.read(0, now), seen));
    }
    assertThat(read(file).shares()).isEqualTo(seen);
  }

  /** A row for each effect, and a column for each kind of sample. */
  public String markdown() {
    List<String> kinds = shares.stream().map(Share::kind).distinct().toList();
    TextTable table =
        new TextTable(
            "l" + "r".repeat(kinds.size() + 2),
            Stream.of(List.of("simulated", "number"), kinds, List.of("limit of the test"))
                .flatMap(List::stream)
                .toList());
    for (String what : shares.stream().map(Share::what).distinct().toList()) {
      List<Share> some = shares.stream().filter(share -> share.what.equals(what)).toList();
      List<String> row = new ArrayList<>(List.of(what));
      row.add(String.format(Locale.ROOT, "%,d", some.get(0).of));
      some.forEach(share -> row.add(share.percent()));
      row.add(some.get(0).limit());
      table.add(row);
    }
    return table.markdown();
  }

  /** The origin of the shares, for the line below the table. */
  public String origin() {
    return "from fixed seeds, commit %.7s, %.10s"
        .formatted(environment.gitCommit(), environment.startedAt());
  }
}
