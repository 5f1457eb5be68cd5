package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replaces Maven by a script that gives fixed answers and records each call. */
class LibraryResolverTest {
  private static final Version VERSION = Version.parse("1.53.0");

  private static final String CONFLICT =
      "Failed to execute goal: Could not resolve version conflict among [grpc-api, grpc-core]";

  @TempDir private Path folder;
  private final List<String> said = new ArrayList<>();
  private Path jar = Path.of("");

  @BeforeEach
  void makeAJar() throws IOException {
    jar = folder.resolve("io/grpc/grpc-api/1.29.0/grpc-api-1.29.0.jar");
    Files.createDirectories(jar.resolveSibling(""));
    Files.createFile(jar);
  }

  /** Resolves if the project contains a text, otherwise fails with a complaint. */
  private LibraryResolver whereMavenNeeds(String inProject, String complaint) throws IOException {
    Path script = folder.resolve("mvn");
    Files.writeString(
        script,
        """
        #!/bin/sh
        echo asked >> '%1$s/asked'
        if grep -q '%2$s' pom.xml; then
          for word in "$@"; do
            case "$word" in -Dmdep.outputFile=*) printf %%s '%3$s' > "${word#*=}";; esac
          done
        else
          echo '[ERROR] %4$s'
          exit 1
        fi
        """
            .formatted(folder, inProject, jar, complaint));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return new LibraryResolver(
        "com.google.cloud",
        "google-cloud-spanner",
        "",
        folder.resolve("cache"),
        script.toString(),
        said::add);
  }

  private long timesAsked() throws IOException {
    return Files.readAllLines(folder.resolve("asked")).size();
  }

  @Test
  void asksMavenOnce() throws IOException {
    LibraryResolver resolver = whereMavenNeeds("<version>1.53.0</version>", "no");
    ClientLibraries first = resolver.resolve(VERSION);
    assertThat(first.jars()).containsExactly(jar);
    assertThat(first.managed()).isFalse();
    assertThat(resolver.resolve(VERSION)).isEqualTo(first);
    assertThat(timesAsked()).isEqualTo(1);
    assertThat(said)
        .containsExactly(
            "client=1.53.0: fetching google-cloud-spanner and all that it runs on, once");
  }

  @Test
  void asksMavenAgainWhenAJarIsMissing() throws IOException {
    LibraryResolver resolver = whereMavenNeeds("<version>1.53.0</version>", "no");
    resolver.resolve(VERSION);
    Files.delete(jar);
    resolver.resolve(VERSION);
    assertThat(timesAsked()).isEqualTo(2);
  }

  @Test
  void usesTheParentsVersionsForConflictingDependencies() throws IOException {
    LibraryResolver resolver = whereMavenNeeds("google-cloud-spanner-parent", CONFLICT);
    ClientLibraries libraries = resolver.resolve(VERSION);
    assertThat(libraries.managed()).isTrue();
    assertThat(libraries.versions())
        .isEqualTo(
            "google-cloud-spanner unknown, gRPC 1.29.0, gax unknown, protobuf unknown (as its"
                + " parent lists them)");
    assertThat(resolver.resolve(VERSION)).isEqualTo(libraries);
    assertThat(timesAsked()).isEqualTo(2);
    assertThat(said).hasSize(1);
  }

  @Test
  void reportsMavensErrorInOneLineAndKeepsNothing() throws IOException {
    LibraryResolver resolver =
        whereMavenNeeds("never", "Failed: Could not find artifact x:y:jar:1 in some place");
    for (int time = 0; time < 2; time++) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> resolver.resolve(VERSION))
          .withMessage("client=1.53.0: cannot be resolved: Maven finds no x:y:jar:1");
    }
    assertThat(timesAsked()).isEqualTo(2);
    LibraryResolver again =
        whereMavenNeeds("never", "Failed: x:y:jar:1 was not found in some place before");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> again.resolve(VERSION))
        .withMessage("client=1.53.0: cannot be resolved: Maven finds no x:y:jar:1");
    LibraryResolver other = whereMavenNeeds("never", "x".repeat(1_000));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.resolve(VERSION))
        .withMessage("client=1.53.0: cannot be resolved: " + "x".repeat(300) + "...");
  }
}
