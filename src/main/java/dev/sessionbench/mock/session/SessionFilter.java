package dev.sessionbench.mock.session;

import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The filter of ListSessions, by the rules of its proto: {@code labels.env:*} means that the label
 * is there, {@code labels.env:dev} that its value contains the text, without regard to case. Terms
 * stand side by side or with AND between them, and all must hold. A term of another form is
 * ignored, as the service's full grammar is not public.
 */
final class SessionFilter {
  private static final Pattern TERM =
      Pattern.compile("labels\\.([^\\s:]+):(?:\"([^\"]*)\"|(\\S+))", Pattern.CASE_INSENSITIVE);

  private SessionFilter() {}

  /** Says of the labels of a session whether the filter lets it through. */
  static Predicate<Map<String, String>> of(String filter) {
    return TERM.matcher(filter)
        .results()
        .map(SessionFilter::term)
        .reduce(labels -> true, Predicate::and);
  }

  private static Predicate<Map<String, String>> term(MatchResult term) {
    String quoted = term.group(2);
    String value = lower(quoted != null ? quoted : term.group(3));
    String key = lower(term.group(1));
    String part = value.equals("*") ? "" : value;
    return labels ->
        labels.entrySet().stream()
            .anyMatch(l -> lower(l.getKey()).equals(key) && lower(l.getValue()).contains(part));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
