package dev.sessionbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the command in a process of its own, on the class path of the tests. */
final class CommandProcess {
  private CommandProcess() {}

  /**
   * A process that is not started yet and has no credentials. It has no variables of the cloud, no
   * home, and no machine of the cloud to ask.
   *
   * @param home its home
   * @param printed the file for its output
   * @param jvm options of its JVM
   * @param arguments the arguments of the command
   */
  static ProcessBuilder of(Path home, Path printed, List<String> jvm, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The process ends before more compilation would pay.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + home));
    command.addAll(jvm);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(arguments);
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
    process.environment().keySet().removeIf(name -> name.startsWith("GOOGLE_"));
    process.environment().put("NO_GCE_CHECK", "true");
    process.environment().put("HOME", home.toString());
    return process;
  }
}
