package dev.sessionbench.bench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.model.BadInput;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one of several parts of a plan, each of which runs on its own machine.
 *
 * @param index which part, from 1
 * @param count how many parts there are
 */
public record Shard(
    @JsonProperty(value = "index", required = true) int index,
    @JsonProperty(value = "count", required = true) int count) {
  private static final Pattern WORD = Pattern.compile("([1-9][0-9]{0,2})/([1-9][0-9]{0,2})");

  /**
   * Reads a part such as {@code 1/3}.
   *
   * @throws BadInput if the text is no part of a whole
   */
  public static Shard parse(String word) {
    Matcher part = WORD.matcher(word);
    boolean form = part.matches();
    int index = form ? Integer.parseInt(part.group(1)) : 0;
    int count = form ? Integer.parseInt(part.group(2)) : 0;
    BadInput.when(
        !form || index > count, "--shard %s: must be I/N with I from 1 to N, as in 1/3", word);
    return new Shard(index, count);
  }

  /** Whether this part holds item {@code number}, from 1; the parts take the items in turn. */
  public boolean holds(int number) {
    return (number - 1) % count == index - 1;
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
