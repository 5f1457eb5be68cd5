package dev.sessionbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command as a process of its own, on the class path of the tests. */
final class CommandProcess {
  private CommandProcess() {}

  /**
   * A process that is not started yet, where nobody is logged in: no variables of the cloud, no
   * home, and no machine of the cloud to ask.
   *
   * @param home its home
   * @param printed where it prints to
   * @param jvm options of its JVM
   * @param arguments the command's own
   */
  static ProcessBuilder of(Path home, Path printed, List<String> jvm, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It is over before more compiling would pay.
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
