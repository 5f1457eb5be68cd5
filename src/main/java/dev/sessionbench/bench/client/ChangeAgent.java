package dev.sessionbench.bench.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/** Applies a {@link ClientChange} to every client that a process loads, by any class loader. */
public final class ChangeAgent {
  /** How the JVM argument begins that names a change. */
  public static final String ARGUMENT = "-javaagent:";

  private static final int BROKEN = 3;

  private ChangeAgent() {}

  /**
   * The JVM argument for processes that are to run a changed client. The agent's class is on their
   * class path; the jar that the argument names only refers to it.
   */
  public static String argument(ClientChange change) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", ChangeAgent.class.getName());
    try {
      Path jar = Files.createTempFile("client-change", ".jar");
      jar.toFile().deleteOnExit();
      try (OutputStream file = Files.newOutputStream(jar)) {
        new JarOutputStream(file, manifest).close();
      }
      return ARGUMENT + jar + "=" + change;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts with the process; {@code text} names the change. */
  public static void premain(String text, Instrumentation jvm) {
    ClientChange change = ClientChange.parse(text);
    jvm.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte @Nullable [] transform(
              @Nullable ClassLoader loader,
              @Nullable String name,
              @Nullable Class<?> redefined,
              @Nullable ProtectionDomain domain,
              byte[] original) {
            if (loader == null || name == null || !name.startsWith("com/google/cloud/spanner/")) {
              return null;
            }
            try {
              return change.changed(
                  name.replace('/', '.'), original, ClassFileLocator.ForClassLoader.of(loader));
            } catch (IOException | RuntimeException | LinkageError e) {
              // The JVM would load the original class and the process would measure no change.
              System.err.println("error: change=%s: %s".formatted(change, e));
              Runtime.getRuntime().halt(BROKEN);
              return null;
            }
          }
        });
  }
}
