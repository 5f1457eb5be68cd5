package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the driver with the client of this build: its jars replace Maven's answer, so that nothing
 * is fetched.
 */
class DriverTest {
  private static final Version BUILT = Version.parse("6.107.0");
  private static final PoolShape SHAPE = new PoolShape(4, 12, 3, 2);
  private static final Settings NO_SETTINGS = Settings.read(Schema.of("the client"), Map.of());
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  @TempDir private static Path cache;

  private static ClientLibraries jars() {
    return ClientLibraries.of(
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(part -> part.endsWith(".jar"))
            .collect(Collectors.joining(File.pathSeparator)),
        false);
  }

  /** Shared by all tests, because each loader loads the client again. */
  private static final DriverLoader LOADER = new DriverLoader(jars());

  private static MockSpannerServer server(Transport transport) throws IOException {
    return MockSpannerServer.start(
        MockServerOptions.defaults().withTransport(transport).withLatencies(LatencyProfile.none()));
  }

  private static DriverOptions options(boolean multiplexed) {
    return new Generation(BUILT, multiplexed).options(SHAPE, NO_SETTINGS, new Attempts());
  }

  private static PoolUnderTest client(
      MockSpannerServer server, Transport transport, boolean multiplexed) {
    PoolUnderTest client =
        LOADER.client(BUILT, options(multiplexed), ServerAddress.of(server, transport));
    client.open();
    client.awaitQuiescent(LIMIT_NANOS);
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void poolGrowsByTheClosedFormOverEachTransport(Transport transport) throws IOException {
    try (MockSpannerServer server = server(transport);
        PoolUnderTest client = client(server, transport, /* multiplexed= */ false)) {
      assertThat(client.state().total()).isEqualTo(4);
      List<OpenRead> kept = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        kept.add(client.openRead());
      }
      client.awaitQuiescent(LIMIT_NANOS);
      assertThat(client.attempts(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(SHAPE.totalRpcs(8, 100));
      assertThat(client.state().total()).isEqualTo(SHAPE.finalSessions(8));
      kept.forEach(OpenRead::close);
      client.write();
      for (Rpc rpc : Rpc.values()) {
        assertThat(server.counters().count(rpc)).as("%s", rpc).isEqualTo(client.attempts(rpc));
      }
      assertThat(client.attempts(Rpc.COMMIT)).isEqualTo(1);
      assertThat(client.attempts(Rpc.CREATE_SESSION)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void multiplexedClientUsesOneSession(Transport transport) throws IOException {
    try (MockSpannerServer server = server(transport);
        PoolUnderTest client = client(server, transport, /* multiplexed= */ true)) {
      List<OpenRead> kept = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        kept.add(client.openRead());
      }
      client.write();
      kept.forEach(OpenRead::close);
      assertThat(server.counters().count(Rpc.CREATE_SESSION)).isEqualTo(1);
      // This version fills the pool to its minimum by default, even without using it.
      assertThat(server.counters().count(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(2);
    }
  }

  @Test
  void driverSharesNoLibraryWithThisProgram() throws Exception {
    assertThat(LOADER.loadClass(SpannerOptions.class.getName())).isNotSameAs(SpannerOptions.class);
    assertThat(LOADER.loadClass(PoolUnderTest.class.getName())).isSameAs(PoolUnderTest.class);
    Class<?> driver = LOADER.loadClass(SpannerDriver.class.getName());
    assertThat(driver.getClassLoader()).isSameAs(LOADER);
    assertThat(PoolUnderTest.class).isAssignableFrom(driver);
    assertThat(driver).isNotSameAs(SpannerDriver.class);
  }

  @Test
  void buildsAClientWithoutAServerAndLogsNothing() {
    ServerAddress none = new ServerAddress.Tcp("localhost", 1);
    LOADER.client(BUILT, options(/* multiplexed= */ true), none).close();
    LOADER.client(BUILT, options(/* multiplexed= */ false), none).close();
    // A command that refuses another client prints one line; this client must log nothing.
    assertThat(Logger.getLogger("com.google.cloud.grpc.GcpManagedChannel").isLoggable(Level.INFO))
        .isFalse();
  }

  private static ThrowableAssertAlternative<IllegalStateException> refused(List<Path> jars) {
    DriverLoader loader = new DriverLoader(new ClientLibraries(jars, false));
    return assertThatIllegalStateException()
        .isThrownBy(
            () ->
                loader.client(
                    "6.50.0",
                    options(/* multiplexed= */ false),
                    new ServerAddress.Tcp("localhost", 1)));
  }

  /** The error shows when a client is built, before any fork. */
  @Test
  void refusesAClientWithoutAReadablePoolInOneLine() throws IOException {
    String client = "com.google.cloud.spanner.DatabaseClientImpl";
    List<Path> jars = new ArrayList<>(List.of(jarOf(client, "class DatabaseClientImpl {}")));
    jars.addAll(jars().jars());
    refused(jars)
        .withMessage(
            "client=6.50.0: cannot be built: this version's DatabaseClientImpl has no pool");
  }

  @Test
  void refusesAClientWithoutALibraryInOneLine() {
    refused(
            jars().jars().stream()
                .filter(jar -> !jar.getFileName().toString().startsWith("opencensus-api"))
                .toList())
        .withMessageStartingWith("client=6.50.0: cannot be built: java.lang.NoClassDefFoundError")
        .withMessageMatching("[^\\n]+");
  }

  /** A jar of one class. It must stand before the jar whose class it replaces. */
  private static Path jarOf(String className, String source) throws IOException {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    String folder = className.substring(0, className.lastIndexOf('.'));
    Path text = cache.resolve(simple + ".java");
    Files.writeString(text, "package " + folder + "; " + source);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", cache.toString(), text.toString()))
        .isZero();
    String entry = className.replace('.', '/') + ".class";
    Path jar = cache.resolve(simple + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(Files.readAllBytes(cache.resolve(entry)));
    }
    return jar;
  }
}
