package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.admin.instance.v1.CreateInstanceMetadata;
import com.google.spanner.admin.instance.v1.CreateInstanceRequest;
import com.google.spanner.admin.instance.v1.DeleteInstanceRequest;
import com.google.spanner.admin.instance.v1.Instance;
import com.google.spanner.admin.instance.v1.InstanceAdminGrpc;
import com.google.spanner.admin.instance.v1.InstanceConfig;
import com.google.spanner.admin.instance.v1.ListInstanceConfigsRequest;
import com.google.spanner.admin.instance.v1.ListInstanceConfigsResponse;
import com.google.spanner.admin.instance.v1.ListInstancesRequest;
import com.google.spanner.admin.instance.v1.ListInstancesResponse;
import dev.sessionbench.mock.admin.AdminServices.AdminMethods;
import dev.sessionbench.mock.admin.AdminServices.LongRunningOperations;
import dev.sessionbench.mock.rpc.ResourceName;
import io.grpc.ServerServiceDefinition;
import java.time.InstantSource;
import java.util.List;

/**
 * Answers the calls about instances that clients and scripts make. Every well-formed name exists
 * unless it was deleted.
 */
final class Instances {
  /** The emulator's name for its one configuration, which its scripts look for. */
  private static final String CONFIG_ID = "emulator-config";

  private static final int PROCESSING_UNITS = 1_000;

  private final Registry<Instance> instances =
      new Registry<>(
          ResourceName.INSTANCE,
          AdminServices.REMEMBERED,
          name -> describe(name, Instance.getDefaultInstance()));
  private final Databases databases;
  private final LongRunningOperations operations;
  private final InstantSource clock;

  Instances(Databases databases, LongRunningOperations operations, InstantSource clock) {
    this.databases = databases;
    this.operations = operations;
    this.clock = clock;
  }

  ServerServiceDefinition service() {
    return new AdminMethods()
        .add(InstanceAdminGrpc.getCreateInstanceMethod(), this::create)
        .add(InstanceAdminGrpc.getGetInstanceMethod(), request -> instances.get(request.getName()))
        .add(InstanceAdminGrpc.getListInstancesMethod(), this::list)
        .add(InstanceAdminGrpc.getDeleteInstanceMethod(), this::delete)
        .add(
            InstanceAdminGrpc.getGetInstanceConfigMethod(),
            request -> config(ResourceName.INSTANCE_CONFIG.require(request.getName())))
        .add(InstanceAdminGrpc.getListInstanceConfigsMethod(), Instances::listConfigs)
        .service(InstanceAdminGrpc.getServiceDescriptor());
  }

  private Operation create(CreateInstanceRequest request) {
    ResourceName.PROJECT.require(request.getParent());
    String wanted = request.getParent() + "/instances/" + request.getInstanceId();
    String name = ResourceName.INSTANCE.require(wanted);
    Instance created = describe(name, request.getInstance());
    instances.create(name, created, created.getSerializedSize());
    Timestamp now = Timestamps.fromMillis(clock.millis());
    CreateInstanceMetadata metadata =
        CreateInstanceMetadata.newBuilder()
            .setInstance(created)
            .setStartTime(now)
            .setEndTime(now)
            .build();
    return operations.done(name, "", metadata, created);
  }

  private ListInstancesResponse list(ListInstancesRequest request) {
    String project = ResourceName.PROJECT.require(request.getParent());
    List<Instance> listed = instances.list(project + "/instances/");
    return ListInstancesResponse.newBuilder().addAllInstances(listed).build();
  }

  private Empty delete(DeleteInstanceRequest request) {
    instances.drop(request.getName());
    databases.dropIn(request.getName());
    return Empty.getDefaultInstance();
  }

  private static ListInstanceConfigsResponse listConfigs(ListInstanceConfigsRequest request) {
    String project = ResourceName.PROJECT.require(request.getParent());
    InstanceConfig only = config(project + "/instanceConfigs/" + CONFIG_ID);
    return ListInstanceConfigsResponse.newBuilder().addInstanceConfigs(only).build();
  }

  private static InstanceConfig config(String name) {
    return InstanceConfig.newBuilder()
        .setName(name)
        .setDisplayName("Mock: " + ResourceName.id(name))
        .setConfigType(InstanceConfig.Type.GOOGLE_MANAGED)
        .setState(InstanceConfig.State.READY)
        .build();
  }

  /** A small instance that is ready, with what the client set. */
  private Instance describe(String name, Instance wanted) {
    String project = name.substring(0, name.indexOf("/instances/"));
    int units =
        wanted.getNodeCount() > 0
            ? (int) Math.min(Integer.MAX_VALUE, (long) wanted.getNodeCount() * PROCESSING_UNITS)
            : wanted.getProcessingUnits() > 0 ? wanted.getProcessingUnits() : PROCESSING_UNITS;
    return Instance.newBuilder()
        .setConfig(project + "/instanceConfigs/" + CONFIG_ID)
        .setDisplayName(ResourceName.id(name))
        // Fields that the client has set replace these.
        .mergeFrom(wanted)
        .setName(name)
        .setState(Instance.State.READY)
        .setCreateTime(Timestamps.fromMillis(clock.millis()))
        .setUpdateTime(Timestamps.fromMillis(clock.millis()))
        .setProcessingUnits(units)
        .setNodeCount(wanted.getNodeCount() > 0 ? wanted.getNodeCount() : units / PROCESSING_UNITS)
        .build();
  }
}
