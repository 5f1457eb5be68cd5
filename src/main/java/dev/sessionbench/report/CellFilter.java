package dev.sessionbench.report;

import static dev.sessionbench.report.Pivot.BENCHMARK;
import static dev.sessionbench.report.Pivot.MODE;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Selects cells by conditions such as {@code benchmark=burstRead seed<=5}, all of which must hold.
 * A condition is a name ({@code benchmark}, {@code mode} or a parameter), an operator ({@code = !=
 * < <= > >=}) and a value. Commas after {@code =} and {@code !=} separate alternatives. The order
 * is numerical if both sides are numbers, else alphabetical; benchmarks have no order.
 *
 * @param text the filter as it was written
 * @param terms its conditions
 */
public record CellFilter(String text, List<Term> terms) {
  private static final Pattern WORD = Pattern.compile("([^=!<>]+)(!=|<=|>=|=|<|>)([^=!<>].*)");

  /**
   * Reads a filter.
   *
   * @param text its conditions; blank lets every cell pass
   * @return the filter
   * @throws BadInput if a condition has another form
   */
  public static CellFilter parse(String text) {
    List<Term> terms = new ArrayList<>();
    for (String word : text.isBlank() ? new String[0] : text.strip().split("\\s+", -1)) {
      Matcher matcher = WORD.matcher(word);
      String form = "--filter: \"%s\" is not of the form name=value (or !=, <, <=, >, >=)";
      BadInput.when(!matcher.matches(), form, word);
      boolean ordered = !matcher.group(2).equals("=") && !matcher.group(2).equals("!=");
      boolean unordered = matcher.group(1).equals(BENCHMARK) || matcher.group(3).contains(",");
      String only = "--filter: \"%s\": benchmarks and lists of values take only = and !=";
      BadInput.when(ordered && unordered, only, word);
      terms.add(new Term(matcher.group(1), matcher.group(2), matcher.group(3)));
    }
    return new CellFilter(text, terms);
  }

  /**
   * Whether a cell passes.
   *
   * @param key the cell
   * @return true if all conditions hold; a condition on a parameter that the cell lacks never holds
   */
  public boolean passes(Cell key) {
    return terms.stream().allMatch(term -> term.holds(key));
  }

  /**
   * The names that a filter asks for and no cell has, most often because of a typing error.
   *
   * @param keys the cells
   * @return the names, in the order of the conditions
   */
  public List<String> unknownNames(List<Cell> keys) {
    return terms.stream()
        .map(Term::name)
        .filter(name -> !name.equals(BENCHMARK) && !name.equals(MODE))
        .filter(name -> keys.stream().noneMatch(key -> key.params().containsKey(name)))
        .toList();
  }

  /** A condition: a name, an operator and a value. */
  record Term(String name, String operator, String value) {
    boolean holds(Cell key) {
      List<String> alternatives = List.of(value.split(",", -1));
      if (name.equals(BENCHMARK)) {
        boolean named =
            Stream.of(key.benchmark(), key.method(), key.classAndMethod())
                .anyMatch(alternatives::contains);
        return operator.equals("=") == named;
      }
      String found = name.equals(MODE) ? key.mode() : key.params().get(name);
      if (found == null) {
        return false;
      }
      boolean named = alternatives.stream().anyMatch(v -> NumbersFirst.SIZE.compare(found, v) == 0);
      int order = NumbersFirst.SIZE.compare(found, value);
      return switch (operator) {
        case "=" -> named;
        case "!=" -> !named;
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }
  }
}
