package dev.sessionbench.mock.admin;

import com.google.spanner.admin.instance.v1.Instance;
import com.google.spanner.admin.instance.v1.InstanceConfig;
import dev.sessionbench.mock.admin.AdminNames.Form;
import java.time.InstantSource;
import java.util.List;

/** The instances: all that have a name, those deleted excepted. */
final class InstanceCatalogue {
  /** The name that the emulator gives its one configuration, so that its scripts find it. */
  private static final String CONFIG_ID = "emulator-config";

  private static final int PROCESSING_UNITS = 1_000;

  private final InstantSource clock;
  private final Registry<Instance> instances = new Registry<>(AdminServices.REMEMBERED);

  InstanceCatalogue(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Creates an instance.
   *
   * @param wanted what the client wants of it
   * @throws io.grpc.StatusRuntimeException ALREADY_EXISTS if it was created already
   */
  Instance create(String name, Instance wanted) {
    Instance.Builder instance = describe(name).toBuilder().putAllLabels(wanted.getLabelsMap());
    if (!wanted.getConfig().isEmpty()) {
      instance.setConfig(wanted.getConfig());
    }
    if (!wanted.getDisplayName().isEmpty()) {
      instance.setDisplayName(wanted.getDisplayName());
    }
    if (wanted.getNodeCount() > 0) {
      instance
          .setNodeCount(wanted.getNodeCount())
          .setProcessingUnits(
              (int) Math.min(Integer.MAX_VALUE, (long) wanted.getNodeCount() * PROCESSING_UNITS));
    } else if (wanted.getProcessingUnits() > 0) {
      instance
          .setProcessingUnits(wanted.getProcessingUnits())
          .setNodeCount(wanted.getProcessingUnits() / PROCESSING_UNITS);
    }
    Instance created = instance.build();
    if (!instances.create(name, created, created.getSerializedSize())) {
      throw Form.INSTANCE_NAME.alreadyExists(name);
    }
    return created;
  }

  /**
   * An instance.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND if it was deleted
   */
  Instance get(String name) {
    if (instances.isDropped(name)) {
      throw Form.INSTANCE_NAME.notFound(name);
    }
    return instances.find(name).orElseGet(() -> describe(name));
  }

  /** Deletes an instance; again is the same as once. */
  void delete(String name) {
    instances.drop(name);
  }

  /** The instances that were created in a project. */
  List<Instance> in(String project) {
    return instances.created(project + "/instances/");
  }

  /** The one configuration that a project lists. */
  static InstanceConfig listedConfig(String project) {
    return config(project + "/instanceConfigs/" + CONFIG_ID);
  }

  /** A configuration of any name. */
  static InstanceConfig config(String name) {
    return InstanceConfig.newBuilder()
        .setName(name)
        .setDisplayName("Mock: " + AdminNames.id(name))
        .setConfigType(InstanceConfig.Type.GOOGLE_MANAGED)
        .setState(InstanceConfig.State.READY)
        .build();
  }

  private Instance describe(String name) {
    String project = name.substring(0, name.indexOf("/instances/"));
    return Instance.newBuilder()
        .setName(name)
        .setConfig(project + "/instanceConfigs/" + CONFIG_ID)
        .setDisplayName(AdminNames.id(name))
        .setNodeCount(1)
        .setProcessingUnits(PROCESSING_UNITS)
        .setState(Instance.State.READY)
        .setCreateTime(Reply.now(clock))
        .setUpdateTime(Reply.now(clock))
        .build();
  }
}
