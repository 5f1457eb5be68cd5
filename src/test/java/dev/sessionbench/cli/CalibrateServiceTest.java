package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.study.calibrate.Calibration;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the connection to the service itself: TLS, application default credentials, and refusals.
 */
@Timeout(120)
class CalibrateServiceTest {
  @TempDir private Path folder;
  private ServiceByTls service;

  @BeforeEach
  void start() throws Exception {
    service = new ServiceByTls();
    service.writeAccount(folder.resolve("account.json"));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private int calibrate(List<String> jvm) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("calibrate", "https://" + address(), "--sessions", "50"));
    arguments.addAll(List.of("--rate", "10000", "-o", folder.resolve("found.yaml").toString()));
    arguments.addAll(List.of("--database", "projects/p/instances/i/databases/d2"));
    ProcessBuilder process =
        CommandProcess.of(folder, folder.resolve("printed.txt"), jvm, arguments);
    process
        .environment()
        .put("GOOGLE_APPLICATION_CREDENTIALS", folder.resolve("account.json").toString());
    Process started = process.start();
    assertThat(started.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return started.exitValue();
  }

  private String address() {
    return "localhost:" + service.server().port();
  }

  private String printed() throws Exception {
    return Files.readString(folder.resolve("printed.txt"));
  }

  @Test
  void calibratesByTlsWithTheApplicationDefaultCredentials() throws Exception {
    assertThat(calibrate(ServiceByTls.trust())).as(printed()).isZero();
    assertThat(service.claims())
        .singleElement()
        .asString()
        .contains("calibrate@p.iam", "\"scope\":\"https://www.googleapis.com/auth/spanner.data\"");
    assertThat(service.authorizations())
        .hasSizeGreaterThan(100)
        .containsOnly("Bearer the-token-of-this-test");
    Calibration measured = Json.read(folder.resolve("found.yaml.json"), new TypeReference<>() {});
    assertThat(measured.server()).isEqualTo(address());
    assertThat(measured.database()).isEqualTo("projects/p/instances/i/databases/d2");
    assertThat(measured.stopped()).isEmpty();
    assertThat(service.server().sessions().created()).isBetween(40L, 50L);
    assertThat(service.server().sessions().alive()).isZero();
    assertThat(printed()).contains("server " + address(), "no session is left");
  }

  /** The refusals on the way to the service. */
  private enum Refusal {
    TOKEN("UNAUTHENTICATED", "400 Bad Request", "invalid_grant", "Account has been deleted") {
      @Override
      void of(ServiceByTls service) {
        service.refuseToken(
            "{\"error\":\"invalid_grant\",\"error_description\":\"Account has been deleted\"}");
      }
    },
    EXPIRED("UNAUTHENTICATED: Request had invalid authentication credentials.") {
      @Override
      void of(ServiceByTls service) {
        service.refuse(
            Status.UNAUTHENTICATED.withDescription(
                "Request had invalid authentication credentials."));
      }
    },
    PERMISSION("PERMISSION_DENIED: Caller is missing IAM permission spanner.sessions.create") {
      @Override
      void of(ServiceByTls service) {
        service.refuse(
            Status.PERMISSION_DENIED.withDescription(
                "Caller is missing IAM permission spanner.sessions.create"));
      }
    },
    DATABASE("NOT_FOUND: Database not found: projects/p/instances/i/databases/d2") {
      @Override
      void of(ServiceByTls service) {
        service.refuse(
            Status.NOT_FOUND.withDescription(
                "Database not found: projects/p/instances/i/databases/d2"));
      }
    },
    CERTIFICATE("UNAVAILABLE", "unable to find valid certification path") {
      @Override
      List<String> jvm() {
        return List.of();
      }
    };

    @SuppressWarnings("ImmutableEnumChecker") // A list of texts.
    private final List<String> texts;

    Refusal(String... texts) {
      this.texts = List.of(texts);
    }

    void of(ServiceByTls service) {}

    List<String> jvm() {
      return ServiceByTls.trust();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void aRefusalIsOneLineAndLeavesNothingToCleanUp(Refusal refusal) throws Exception {
    refusal.of(service);
    assertThat(calibrate(refusal.jvm())).as(printed()).isEqualTo(2);
    List<String> errors = printed().lines().filter(line -> line.startsWith("error: ")).toList();
    assertThat(errors)
        .singleElement()
        .asString()
        .startsWith("error: " + address() + ": ")
        .contains(refusal.texts);
    assertThat(printed().lines().reduce((first, last) -> last)).contains(errors.get(0));
    assertThat(folder.resolve("found.yaml.sessions")).doesNotExist();
    assertThat(service.server().sessions().created()).isZero();
  }
}
