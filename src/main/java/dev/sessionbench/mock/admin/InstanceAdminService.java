package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import com.google.spanner.admin.instance.v1.CreateInstanceMetadata;
import com.google.spanner.admin.instance.v1.CreateInstanceRequest;
import com.google.spanner.admin.instance.v1.DeleteInstanceRequest;
import com.google.spanner.admin.instance.v1.GetInstanceConfigRequest;
import com.google.spanner.admin.instance.v1.GetInstanceRequest;
import com.google.spanner.admin.instance.v1.Instance;
import com.google.spanner.admin.instance.v1.InstanceAdminGrpc;
import com.google.spanner.admin.instance.v1.InstanceConfig;
import com.google.spanner.admin.instance.v1.ListInstanceConfigsRequest;
import com.google.spanner.admin.instance.v1.ListInstanceConfigsResponse;
import com.google.spanner.admin.instance.v1.ListInstancesRequest;
import com.google.spanner.admin.instance.v1.ListInstancesResponse;
import dev.sessionbench.mock.admin.AdminNames.Form;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;

/** Answers the calls about instances that clients and scripts make. */
final class InstanceAdminService extends InstanceAdminGrpc.InstanceAdminImplBase {
  private final InstanceCatalogue instances;
  private final DatabaseCatalogue databases;
  private final LongRunningOperations operations;
  private final InstantSource clock;

  InstanceAdminService(
      InstanceCatalogue instances,
      DatabaseCatalogue databases,
      LongRunningOperations operations,
      InstantSource clock) {
    this.instances = instances;
    this.databases = databases;
    this.operations = operations;
    this.clock = clock;
  }

  @Override
  public void createInstance(CreateInstanceRequest request, StreamObserver<Operation> observer) {
    Reply.send(
        observer,
        () -> {
          Form.PROJECT_NAME.require(request.getParent());
          String name =
              Form.INSTANCE_NAME.require(
                  request.getParent() + "/instances/" + request.getInstanceId());
          Instance created = instances.create(name, request.getInstance());
          Timestamp now = Reply.now(clock);
          CreateInstanceMetadata metadata =
              CreateInstanceMetadata.newBuilder()
                  .setInstance(created)
                  .setStartTime(now)
                  .setEndTime(now)
                  .build();
          return operations.done(name, "", metadata, created);
        });
  }

  @Override
  public void getInstance(GetInstanceRequest request, StreamObserver<Instance> observer) {
    Reply.send(observer, () -> instances.get(Form.INSTANCE_NAME.require(request.getName())));
  }

  @Override
  public void listInstances(
      ListInstancesRequest request, StreamObserver<ListInstancesResponse> observer) {
    Reply.send(
        observer,
        () -> {
          String project = Form.PROJECT_NAME.require(request.getParent());
          Page<Instance> page =
              Page.of(
                  instances.in(project),
                  Instance::getName,
                  request.getPageSize(),
                  request.getPageToken());
          return ListInstancesResponse.newBuilder()
              .addAllInstances(page.items())
              .setNextPageToken(page.nextToken())
              .build();
        });
  }

  @Override
  public void deleteInstance(DeleteInstanceRequest request, StreamObserver<Empty> observer) {
    Reply.send(
        observer,
        () -> {
          String name = Form.INSTANCE_NAME.require(request.getName());
          databases.dropIn(name);
          instances.delete(name);
          return Empty.getDefaultInstance();
        });
  }

  @Override
  public void getInstanceConfig(
      GetInstanceConfigRequest request, StreamObserver<InstanceConfig> observer) {
    Reply.send(
        observer, () -> InstanceCatalogue.config(Form.CONFIG_NAME.require(request.getName())));
  }

  @Override
  public void listInstanceConfigs(
      ListInstanceConfigsRequest request, StreamObserver<ListInstanceConfigsResponse> observer) {
    Reply.send(
        observer,
        () ->
            ListInstanceConfigsResponse.newBuilder()
                .addInstanceConfigs(
                    InstanceCatalogue.listedConfig(Form.PROJECT_NAME.require(request.getParent())))
                .build());
  }
}
