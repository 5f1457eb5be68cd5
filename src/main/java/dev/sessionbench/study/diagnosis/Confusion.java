package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the diagnosis said of planted causes.
 *
 * @param answers one for each world that was played
 */
public record Confusion(List<Answer> answers) {
  /**
   * What was said of one world.
   *
   * @param planted the cause that was planted
   * @param strength how strongly, from 0
   * @param seed the seed
   * @param said the cause that the diagnosis found
   */
  public record Answer(Cause planted, int strength, long seed, Cause said) {
    /** Whether it found what was planted. */
    public boolean right() {
      return planted == said;
    }
  }

  /** Copies the answers. */
  public Confusion {
    answers = List.copyOf(answers);
  }

  /**
   * Plants every cause at every strength with as many seeds, and plays healthy worlds.
   *
   * @param seeds worlds of each cause and strength, at least 0
   * @param healthy worlds of varied load without a cause, at least 0
   * @param firstSeed their seeds begin with this one
   */
  public static Confusion of(int seeds, int healthy, long firstSeed) {
    List<Answer> answers = new ArrayList<>();
    for (Cause cause : Cause.values()) {
      int strengths = cause == Cause.NOTHING ? 1 : Plant.STRENGTHS;
      for (int strength = 0; strength < strengths; strength++) {
        for (long i = 0; i < (cause == Cause.NOTHING ? healthy : seeds); i++) {
          answers.add(answer(cause, strength, firstSeed + i));
        }
      }
    }
    return new Confusion(answers);
  }

  /** Plants a cause, and says what the diagnosis says. */
  public static Answer answer(Cause cause, int strength, long seed) {
    return new Answer(cause, strength, seed, diagnosis(Plant.of(cause, strength, seed)).cause());
  }

  static Diagnosis diagnosis(Plant plant) {
    Figures calm = SimulatedClient.play(plant.calm());
    return Diagnosis.of(SimulatedClient.play(plant.now()), Optional.of(calm));
  }

  /** The answers of a cause and strength. */
  public List<Answer> of(Cause planted, int strength) {
    return answers.stream()
        .filter(answer -> answer.planted() == planted && answer.strength() == strength)
        .toList();
  }

  /**
   * The share that is right of the planted causes at the two greater strengths.
   *
   * @return from 0 to 1; NaN where nothing was planted
   */
  public double rightShare() {
    List<Answer> strong =
        answers.stream().filter(a -> a.planted() != Cause.NOTHING && a.strength() > 0).toList();
    return 1.0 * strong.stream().filter(Answer::right).count() / strong.size();
  }

  /** How often a healthy world was called something. */
  public long falseAlarms() {
    return of(Cause.NOTHING, 0).stream().filter(answer -> !answer.right()).count();
  }

  /** What was planted by what was said: a row for each cause and strength. */
  public TextTable table() {
    List<String> header = new ArrayList<>(List.of("planted", "strength", "that is"));
    for (Cause cause : Cause.values()) {
      header.add(cause.toString());
    }
    TextTable table = new TextTable(header);
    for (Cause cause : Cause.values()) {
      int strengths = cause == Cause.NOTHING ? 1 : Plant.STRENGTHS;
      for (int strength = 0; strength < strengths; strength++) {
        table.add(row(cause, strength));
      }
    }
    return table;
  }

  private List<String> row(Cause planted, int strength) {
    List<String> row = new ArrayList<>();
    row.add(planted.toString());
    row.add(planted == Cause.NOTHING ? "–" : Integer.toString(strength + 1));
    row.add(Plant.words(planted, strength));
    for (Cause said : Cause.values()) {
      long times = of(planted, strength).stream().filter(a -> a.said() == said).count();
      row.add(times == 0 ? "·" : Long.toString(times));
    }
    return row;
  }
}
