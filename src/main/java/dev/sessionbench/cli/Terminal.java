package dev.sessionbench.cli;

import java.io.Console;

/** Whether somebody watches. */
final class Terminal {
  private Terminal() {}

  /** Whether standard input and output are a terminal. */
  // Null up to JDK 21; what later JDKs do instead is asked below.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isInteractive() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From JDK 22 on there is a console even without a terminal.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
