package dev.sessionbench.report.sweep;

import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.base.results.GateLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The gates against one base, and what has moved from the first to the last of them. Single gates
 * against what was there the day before pass many small changes, one after the other; against one
 * base they add up.
 *
 * @param gates the gates, oldest first, at least one
 * @param figures all their figures
 */
public record Drift(List<GateLine> gates, List<FigureChain> figures) {
  /** The probability of any false alarm in a chain that never moves, over all gates and figures. */
  public static final double ALPHA = 0.05;

  private static final int NAMED = 3;

  /**
   * Looks at the chain that the latest gate belongs to: the gates with its base, by commit, or by
   * digest where that does not tell it, its client, its parameters in both arms, and its profiles
   * of the server, by their content.
   *
   * @param history all gates, at least one, in any order
   * @return what moved
   */
  public static Drift of(List<GateLine> history) {
    GateLine latest = history.stream().max(Comparator.comparing(GateLine::at)).orElseThrow();
    List<GateLine> gates =
        history.stream()
            .filter(gate -> gate.base().equals(latest.base()))
            .filter(gate -> gate.head().params().equals(latest.head().params()))
            .filter(gate -> Objects.equals(gate.profiles(), latest.profiles()))
            .sorted(Comparator.comparing(GateLine::at))
            .toList();
    Set<List<String>> names = new LinkedHashSet<>();
    for (GateLine gate : gates) {
      gate.figures().forEach(f -> names.add(List.of(f.cell(), f.metric(), f.unit())));
    }
    double alpha = ALPHA / names.size();
    return new Drift(
        gates,
        names.stream()
            .map(name -> FigureChain.of(name.get(0), name.get(1), name.get(2), gates, alpha))
            .toList());
  }

  /** The commit of a build, shortened, and the digest where the commit does not tell it. */
  private static String name(GateLine.Build build) {
    return BuildIdentity.shortCommit(build.gitCommit())
        + (build.digest().isEmpty() ? "" : " (" + BuildIdentity.shortCommit(build.digest()) + ")");
  }

  private static String profiles(GateLine gate) {
    return Objects.requireNonNullElse(gate.profiles(), Map.<String, String>of()).entrySet().stream()
        .map(profile -> ", profile %s (%s)".formatted(profile.getKey(), profile.getValue()))
        .collect(Collectors.joining());
  }

  /** Whether some figure stands higher now than at the best level that it has had. */
  public boolean isWorse() {
    return figures.stream().anyMatch(FigureChain::isWorse);
  }

  /**
   * Whether the latest gate lacks a figure that the chain has, or no gate has any: what is lacking
   * may have moved, and nobody would see it.
   */
  public boolean isBlind() {
    return figures.isEmpty() || !lost().isEmpty();
  }

  /** The names of the figures that the latest gate lacks, or has in another unit. */
  private List<String> lost() {
    return figures.stream()
        .filter(figure -> !figure.gates().contains(latest()))
        .map(figure -> figure.name() + (isAlone(figure) ? "" : " in " + figure.unit()))
        .toList();
  }

  private boolean isAlone(FigureChain figure) {
    return figures.stream().filter(other -> other.name().equals(figure.name())).count() == 1;
  }

  private GateLine latest() {
    return gates.get(gates.size() - 1);
  }

  /** What a reader should know: the chain, every move, and what could have been seen. */
  public List<String> sentences() {
    GateLine first = gates.get(0);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s against %s, client %s%s: %s."
            .formatted(
                gates.size() == 1 ? "1 gate" : gates.size() + " gates",
                name(first.base()),
                first.base().clientVersion(),
                profiles(latest()),
                Stream.of(first, latest())
                    .map(FigureChain::name)
                    .distinct()
                    .collect(Collectors.joining(" to "))));
    figures.forEach(figure -> lines.addAll(figure.moves().values()));
    figures.forEach(figure -> figure.withinMargin().ifPresent(lines::add));
    lines.addAll(unmoved());
    figures.stream()
        .max(Comparator.comparingDouble(FigureChain::detectable))
        .ifPresent(
            widest ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "Three more gates would show a step of %.1f %% in %s, in nine of ten"
                            + " histories.",
                        100 * widest.detectable(),
                        figures.size() == 1
                            ? "the one figure"
                            : "any of the %s figures".formatted(figures.size()))));
    return lines;
  }

  /** What can be said of figures of which no move is known. */
  private List<String> unmoved() {
    List<String> lost = lost();
    List<String> lines = new ArrayList<>();
    if (figures.isEmpty()) {
      lines.add("No gate has a figure: nothing can be said.");
    } else if (gates.size() == 1) {
      lines.add("One gate alone shows no move.");
    } else if (lost.size() < figures.size()
        && figures.stream().allMatch(figure -> figure.moves().isEmpty())) {
      lines.add(lost.isEmpty() ? "No figure has moved." : "No other figure has moved.");
    }
    if (!lost.isEmpty()) {
      lines.add(
          0,
          "The latest gate, %s, has no figure of %s%s: nobody saw whether it moved."
              .formatted(
                  FigureChain.name(latest()),
                  String.join(", ", lost.subList(0, Math.min(NAMED, lost.size()))),
                  lost.size() > NAMED ? " and %d more".formatted(lost.size() - NAMED) : ""));
    }
    return lines;
  }
}
