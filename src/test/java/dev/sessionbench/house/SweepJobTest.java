package dev.sessionbench.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads the Kubernetes Job as strictly as a server that refuses unknown fields. */
class SweepJobTest {
  private static final Path MANIFEST = Path.of("docs/sweep/indexed-job.yaml");

  /**
   * The published model accepts unknown fields; this mapper refuses them, as Jackson does by
   * default.
   */
  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated any) {
                  return false;
                }
              })
          .build();

  private static Job read(String yaml) {
    Object content = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return STRICT.convertValue(content, Job.class);
  }

  @Test
  void manifestRunsEachPartOnce() throws IOException {
    Job job = read(Files.readString(MANIFEST));
    assertThat(job.getApiVersion() + " " + job.getKind()).isEqualTo("batch/v1 Job");
    assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(job.getSpec().getParallelism()).isEqualTo(job.getSpec().getCompletions());
    assertThat(job.getSpec().getTemplate().getSpec().getRestartPolicy()).isEqualTo("Never");
    String command = job.getSpec().getTemplate().getSpec().getContainers().get(0).getArgs().get(0);
    // The index counts from 0 and the parts count from 1.
    assertThat(command)
        .contains(
            "--shard \"$((JOB_COMPLETION_INDEX + 1))/" + job.getSpec().getCompletions() + "\"");
  }

  @Test
  void misspeltFieldIsRefused() throws IOException {
    String manifest = Files.readString(MANIFEST);
    for (String field : new String[] {"completionMode", "topologyKey", "mountPath", "claimName"}) {
      assertThatThrownBy(() -> read(manifest.replace(field + ":", field + "s:")))
          .as(field)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Unrecognized field \"" + field + "s\"");
    }
  }
}
