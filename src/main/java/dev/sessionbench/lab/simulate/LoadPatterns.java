package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions that choose loads, one of which must be found in a load's full name.
 *
 * @param includes the expressions; none for a choice by default
 */
record LoadPatterns(List<String> includes) {
  /** Those of some loads that are chosen; without expressions all or none. */
  <E> List<E> of(E[] all, Function<E, String> name, boolean byDefault) {
    return Arrays.stream(all).filter(e -> match(name.apply(e), byDefault)).toList();
  }

  /** Whether a load is chosen. */
  boolean match(String load, boolean byDefault) {
    if (includes.isEmpty()) {
      return byDefault;
    }
    try {
      return includes.stream()
          .map(Pattern::compile)
          .anyMatch(
              p ->
                  p.matcher(CellGrid.MEASURED + "." + load).find()
                      || p.matcher(CellGrid.LAB + "." + load).find());
    } catch (PatternSyntaxException e) {
      throw new BadInput(
          "'%s' is not a regular expression: %s".formatted(e.getPattern(), e.getDescription()));
    }
  }
}
