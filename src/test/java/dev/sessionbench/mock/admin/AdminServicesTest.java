package dev.sessionbench.mock.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.spanner.Database;
import com.google.cloud.spanner.DatabaseAdminClient;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.Dialect;
import com.google.cloud.spanner.ErrorCode;
import com.google.cloud.spanner.Instance;
import com.google.cloud.spanner.InstanceAdminClient;
import com.google.cloud.spanner.InstanceConfigId;
import com.google.cloud.spanner.InstanceId;
import com.google.cloud.spanner.InstanceInfo;
import com.google.cloud.spanner.Options;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerException;
import com.google.cloud.spanner.Statement;
import com.google.longrunning.GetOperationRequest;
import com.google.longrunning.Operation;
import com.google.longrunning.OperationsGrpc;
import com.google.spanner.admin.database.v1.CreateDatabaseRequest;
import com.google.spanner.admin.database.v1.DatabaseAdminGrpc;
import com.google.spanner.admin.database.v1.DatabaseDialect;
import com.google.spanner.admin.database.v1.GetDatabaseDdlRequest;
import com.google.spanner.admin.database.v1.ListDatabasesRequest;
import com.google.spanner.admin.database.v1.UpdateDatabaseDdlRequest;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.RealClientTest;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import dev.sessionbench.mock.rpc.ResourceName;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the admin calls, through the real client's admin clients and through raw stubs. */
@Timeout(60)
class AdminServicesTest {
  private MockSpannerServer server;
  private Spanner spanner;
  private DatabaseAdminClient databases;
  private InstanceAdminClient instances;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws Exception {
    server =
        MockSpannerServer.start(
            MockServerOptions.defaults(),
            new EndpointOptions(
                InetAddress.getLoopbackAddress(),
                builder ->
                    AdminServices.create(InstantSource.system()).forEach(builder::addService)));
    spanner = RealClientTest.spanner(server);
    databases = spanner.getDatabaseAdminClient();
    instances = spanner.getInstanceAdminClient();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    spanner.close();
    server.close();
  }

  @Test
  void aDatabaseIsCreatedDescribedListedAndDropped() throws Exception {
    Database created =
        databases
            .createDatabase("i", "d", List.of("CREATE TABLE A (X INT64) PRIMARY KEY (X)"))
            .get();
    assertThat(created.getId()).isEqualTo(DatabaseId.of("p", "i", "d"));
    assertThat(databases.getDatabase("i", "d").getState().name()).isEqualTo("READY");
    databases.updateDatabaseDdl("i", "d", List.of("CREATE INDEX B ON A (X)"), null).get();
    assertThat(databases.getDatabaseDdl("i", "d"))
        .containsExactly("CREATE TABLE A (X INT64) PRIMARY KEY (X)", "CREATE INDEX B ON A (X)");
    assertThat(databases.listDatabases("i").iterateAll())
        .extracting(database -> database.getId().getDatabase())
        .containsExactly("d");

    databases.dropDatabase("i", "d");
    assertThat(databases.listDatabases("i").iterateAll()).isEmpty();
    assertFails(ErrorCode.NOT_FOUND, () -> databases.getDatabase("i", "d"));
    assertFails(ErrorCode.NOT_FOUND, () -> databases.getDatabaseDdl("i", "d"));
    assertThat(databases.createDatabase("i", "d", List.of()).get().getId().getDatabase())
        .isEqualTo("d");
    assertThat(databases.getDatabaseDdl("i", "d")).isEmpty();
  }

  @Test
  void databasesExistWithoutBeingCreated() throws Exception {
    assertThat(databases.getDatabase("any", "thing").getState().name()).isEqualTo("READY");
    assertThat(databases.getDatabaseDdl("any", "thing")).isEmpty();
    databases.updateDatabaseDdl("any", "thing", List.of("CREATE SEQUENCE S"), null).get();
    assertThat(databases.getDatabaseDdl("any", "thing")).containsExactly("CREATE SEQUENCE S");
  }

  @Test
  void aDatabaseCannotBeCreatedTwice() throws Exception {
    var unused = databases.createDatabase("i", "d", List.of()).get();
    assertThatThrownBy(() -> databases.createDatabase("i", "d", List.of()).get())
        .hasMessageContaining("ALREADY_EXISTS");
  }

  @Test
  void theDialectIsRemembered() throws Exception {
    var info =
        databases
            .newDatabaseBuilder(DatabaseId.of("p", "i", "pg"))
            .setDialect(Dialect.POSTGRESQL)
            .build();
    var unused = databases.createDatabase(info, List.of()).get();
    assertThat(databases.getDatabase("i", "pg").getDialect()).isEqualTo(Dialect.POSTGRESQL);
  }

  @Test
  void anInstanceIsCreatedDescribedListedAndDeletedWithItsDatabases() throws Exception {
    Instance created =
        instances
            .createInstance(
                InstanceInfo.newBuilder(InstanceId.of("p", "i"))
                    .setInstanceConfigId(InstanceConfigId.of("p", "regional-x"))
                    .setDisplayName("Mine")
                    .setNodeCount(3)
                    .build())
            .get();
    assertThat(created.getDisplayName()).isEqualTo("Mine");
    Instance found = instances.getInstance("i");
    assertThat(found.getNodeCount()).isEqualTo(3);
    assertThat(found.getInstanceConfigId().getInstanceConfig()).isEqualTo("regional-x");
    assertThat(instances.listInstances().iterateAll())
        .extracting(instance -> instance.getId().getInstance())
        .containsExactly("i");
    var unused = databases.createDatabase("i", "d", List.of()).get();

    instances.deleteInstance("i");
    assertThat(instances.listInstances().iterateAll()).isEmpty();
    assertFails(ErrorCode.NOT_FOUND, () -> instances.getInstance("i"));
    assertFails(ErrorCode.NOT_FOUND, () -> databases.getDatabase("i", "d"));
  }

  @Test
  void instancesAndConfigsExistWithoutBeingCreated() {
    Instance instance = instances.getInstance("never-seen");
    assertThat(instance.getState().name()).isEqualTo("READY");
    assertThat(instances.getInstanceConfig("whatever").getId().getInstanceConfig())
        .isEqualTo("whatever");
    assertThat(instances.listInstanceConfigs(Options.pageSize(5)).iterateAll())
        .extracting(config -> config.getId())
        .containsExactly(instance.getInstanceConfigId());
  }

  @Test
  void createdDatabasesServeTheSameClient() throws Exception {
    var unused = databases.createDatabase("i", "d", List.of()).get();
    DatabaseClient client = RealClientTest.client(spanner);
    try (var rows = client.singleUse().executeQuery(Statement.of("SELECT 1 AS COL1"))) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(0)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CREATE DATABASE d1", "create  database `d1`;", "CREATE DATABASE \"d1\""})
  void createStatementsMayQuoteTheName(String statement) {
    var operation = stub().createDatabase(create(statement));
    assertThat(operation.getDone()).isTrue();
    assertThat(operation.getName())
        .matches("projects/p/instances/i/databases/d1/operations/_auto_op_\\d+");
    assertThat(operation(operation.getName())).isEqualTo(operation);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "CREATE TABLE d1", "CREATE DATABASE", "CREATE DATABASE a/b"})
  void otherCreateStatementsAreInvalid(String statement) {
    assertThatThrownBy(() -> stub().createDatabase(create(statement)))
        .hasMessageContaining("INVALID_ARGUMENT: Invalid create statement");
  }

  @Test
  void wrongNamesAreInvalid() {
    GetDatabaseDdlRequest wrong = GetDatabaseDdlRequest.newBuilder().setDatabase("d").build();
    assertThatThrownBy(() -> stub().getDatabaseDdl(wrong))
        .hasMessageContaining("INVALID_ARGUMENT: Invalid database name: 'd', expected projects/*/");
    assertThatThrownBy(() -> operation("x"))
        .hasMessageContaining("NOT_FOUND: Operation not found: x");
  }

  @Test
  void listHasAllDatabasesInTheOrderOfCreation() {
    for (int i = 0; i < 5; i++) {
      var unused = stub().createDatabase(create("CREATE DATABASE d" + i));
    }
    ListDatabasesRequest request =
        ListDatabasesRequest.newBuilder().setParent("projects/p/instances/i").build();

    assertThat(stub().listDatabases(request).getDatabasesList())
        .extracting(database -> ResourceName.id(database.getName()))
        .containsExactly("d0", "d1", "d2", "d3", "d4");
  }

  @Test
  void operationsHaveTheIdThatTheClientSets() {
    var operation =
        stub()
            .updateDatabaseDdl(
                UpdateDatabaseDdlRequest.newBuilder()
                    .setDatabase("projects/p/instances/i/databases/d")
                    .setOperationId("mine")
                    .addStatements("CREATE SEQUENCE S")
                    .build());
    assertThat(operation.getName()).isEqualTo("projects/p/instances/i/databases/d/operations/mine");
  }

  @Test
  void theOldestNamesAreForgottenBeyondTheCapacity() {
    Registry<String> registry = registry(3);
    for (int i = 0; i < 5; i++) {
      registry.create("n" + i, "v" + i, 1);
    }
    assertThat(registry.list("")).containsExactly("v2", "v3", "v4");
    registry.drop("other");
    assertThat(registry.list("")).containsExactly("v3", "v4");
    assertThatThrownBy(() -> registry.get("other")).hasMessageContaining("NOT_FOUND");
  }

  @Test
  void theOldestValuesAreForgottenBeyondTheSize() {
    Registry<String> registry = registry(100);
    long third = Registry.MAX_SIZE / 3;
    for (int i = 0; i < 4; i++) {
      registry.create("n" + i, "v" + i, third);
    }
    assertThat(registry.list("")).containsExactly("v2", "v3");
    registry.change("n3", value -> value + "+", third);
    assertThat(registry.list("")).containsExactly("v3+");
  }

  private static Registry<String> registry(int capacity) {
    return new Registry<>(ResourceName.OPERATION, capacity, name -> "");
  }

  private Operation operation(String name) {
    return OperationsGrpc.newBlockingStub(channel)
        .getOperation(GetOperationRequest.newBuilder().setName(name).build());
  }

  private DatabaseAdminGrpc.DatabaseAdminBlockingStub stub() {
    return DatabaseAdminGrpc.newBlockingStub(channel);
  }

  private static CreateDatabaseRequest create(String statement) {
    return CreateDatabaseRequest.newBuilder()
        .setParent("projects/p/instances/i")
        .setCreateStatement(statement)
        .setDatabaseDialect(DatabaseDialect.GOOGLE_STANDARD_SQL)
        .build();
  }

  private static void assertFails(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            SpannerException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
  }
}
