package dev.sessionbench.report.html;

import java.util.List;
import java.util.Optional;

/** What a reader should do, on the evidence of the results: the headline of the report. */
public interface Advice {
  /** The recommendation in a few sentences of plain text. */
  String paragraph();

  /** The steps that no other beats in RPCs without losing time, or the other way round. */
  List<String> paretoFront();

  /** The smallest step whose time is within 5 % of the best in every benchmark. */
  Optional<String> smallestWithin5Percent();
}
