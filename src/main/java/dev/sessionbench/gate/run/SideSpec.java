package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.client.ClientChange;
import dev.sessionbench.bench.client.ClientJar;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A side as the command line names it: parts joined by commas.
 *
 * @param text the text of the option
 * @param jar a benchmarks jar
 * @param revision a git revision to build
 * @param tree whether to build the working tree as it is
 * @param params benchmark parameters
 * @param injection the change of its client, as {@link ClientChange#parse} takes it; empty for none
 * @param command the shell command that builds a client from the revision or tree; empty to build
 *     this suite
 */
@RecordBuilder
public record SideSpec(
    String text,
    Optional<Path> jar,
    Optional<String> revision,
    boolean tree,
    Map<String, String> params,
    String injection,
    Optional<String> command)
    implements SideSpecBuilder.With {
  /** The valid forms of a part. */
  static final String FORMS =
      "a benchmarks jar, a client's jar, client=VERSION, rev=REVISION, tree, change=KIND:N, or PARAMETER=VALUE, joined by commas";

  /**
   * Parses the text of an option.
   *
   * @param side which side, for messages
   * @param text the text; empty for this very build
   * @return the side
   * @throws BadInput naming the part and the valid forms
   */
  public static SideSpec parse(Side side, String text) {
    Optional<Path> jar = Optional.empty();
    Map<String, String> named = new TreeMap<>();
    boolean tree = false;
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      String word = part.replaceFirst("^generation=", "client="); // An older name.
      int equals = word.indexOf('=');
      if (word.endsWith(".jar")) {
        String both =
            "must be one jar, names %s and %s".formatted(jar.map(Path::toString).orElse(""), word);
        refuse(jar.isPresent(), side, text, both);
        jar = Optional.of(Path.of(word));
      } else if (word.equals("tree")) {
        tree = true;
      } else if (equals > 0 && equals < word.length() - 1) {
        String name = word.substring(0, equals);
        boolean twice = named.put(name, word.substring(equals + 1)) != null;
        refuse(twice, side, text, name + " occurs twice");
      } else {
        throw wrong(side, text, "'" + word + "' is none of: " + FORMS);
      }
    }
    Optional<String> revision = Optional.ofNullable(named.remove("rev"));
    String injection = Optional.ofNullable(named.remove("change")).orElse("");
    if (!injection.isEmpty()) {
      refuse(side == Side.BASELINE, side, text, "a change goes into the candidate only");
      try {
        injection = ClientChange.parse(injection).toString();
      } catch (IllegalArgumentException e) {
        throw wrong(side, text, "change=" + e.getMessage());
      }
    }
    String seeds = "seed is not a side's: each block has its own, from --seed";
    refuse(named.containsKey("seed"), side, text, seeds);
    String built = "a jar is built already: it goes with parameters only";
    refuse(jar.isPresent() && (revision.isPresent() || tree), side, text, built);
    String sources = "must be a revision or the working tree, not both";
    refuse(revision.isPresent() && tree, side, text, sources);
    return new SideSpec(text, jar, revision, tree, named, injection, Optional.empty());
  }

  /** The same side; its revision or tree is that of a client, which a shell command builds. */
  public SideSpec builtBy(Optional<String> command) {
    return needsBuild() ? withCommand(command) : this;
  }

  /**
   * The side that an earlier gate ran. It needs no build.
   *
   * @param side which side, for messages
   * @param before its identity
   * @param kept the jar that the earlier gate built for it, if it built one
   */
  static SideSpec again(Side side, SideIdentity before, Path kept) {
    SideSpec spec = parse(side, before.text());
    Optional<Path> jar = spec.needsBuild() ? Optional.of(kept) : spec.jar;
    // A client's jar is kept under its name, which became a parameter.
    boolean named = spec.params.equals(before.params());
    SideSpec built = spec.withJar(jar.filter(file -> named)).withRevision(Optional.empty());
    return built.withTree(false).withParams(before.params());
  }

  /**
   * The client of another version that its benchmarks run; empty for the client of its build.
   *
   * @param side which side, for messages
   * @throws BadInput if the client is unknown
   */
  Optional<ClientUnderTest> client(Side side) {
    try {
      return SideIdentity.client(params);
    } catch (IllegalArgumentException e) {
      throw wrong(side, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Refuses a client with its own libraries on one side only, because the sides would run different
   * machinery.
   *
   * @throws BadInput naming the other side
   */
  static void requireAlike(SideSpec base, SideSpec head) {
    boolean baseIsOther = base.runsClient(Side.BASELINE);
    if (baseIsOther != head.runsClient(Side.CANDIDATE)) {
      Side side = baseIsOther ? Side.CANDIDATE : Side.BASELINE;
      String names = "must name a client too, as --%s does: add client=%s for the same client";
      SideSpec other = baseIsOther ? base : head;
      String client = other.params.getOrDefault(SideIdentity.CLIENT, "VERSION");
      throw (baseIsOther ? head : base).wrong(side, names.formatted(side.other().option(), client));
    }
  }

  /** Whether its client is a jar, which it names or which is built for it. */
  boolean hasClientJar() {
    return command.isPresent() || jar.filter(ClientJar::isOne).isPresent();
  }

  private boolean runsClient(Side side) {
    boolean twice = hasClientJar() && params.containsKey(SideIdentity.CLIENT);
    refuse(twice, side, "its jar is the client: must name no client= beside it");
    return hasClientJar() || client(side).isPresent();
  }

  /** The same side with a client of this name. */
  SideSpec withClient(String name) {
    Map<String, String> with = new TreeMap<>(params);
    with.put(SideIdentity.CLIENT, name);
    return with(s -> s.jar(Optional.empty()).params(with));
  }

  /** Whether the side needs a build. */
  public boolean needsBuild() {
    return revision.isPresent() || tree;
  }

  /** The error for an option of a side. */
  BadInput wrong(Side side, String what) {
    return wrong(side, text, what);
  }

  void refuse(boolean wrong, Side side, String what) {
    refuse(wrong, side, text, what);
  }

  private static void refuse(boolean wrong, Side side, String text, String what) {
    BadInput.when(wrong, "--%s %s: %s", side.option(), text, what);
  }

  private static BadInput wrong(Side side, String text, String what) {
    return new BadInput("--%s %s: %s".formatted(side.option(), text, what));
  }
}
