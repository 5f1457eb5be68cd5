package dev.sessionbench.base.results;

import static dev.sessionbench.base.results.Environment.UNKNOWN;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The identity of a build of the suite; {@code unknown} for missing values.
 *
 * @param clientVersion the google-cloud-spanner in it
 * @param gitCommit the commit that it was built from
 * @param dirty whether there were uncommitted changes
 */
public record BuildIdentity(String clientVersion, String gitCommit, String dirty) {
  /** Reads the identity from the resources of a class path, without loading a class. */
  public static BuildIdentity read(ClassLoader loader) {
    Properties client =
        properties(loader, "META-INF/maven/com.google.cloud/google-cloud-spanner/pom.properties");
    Properties git = properties(loader, "dev/sessionbench/git.properties");
    return new BuildIdentity(
        client.getProperty("version", UNKNOWN),
        git.getProperty("git.commit.id.full", UNKNOWN),
        git.getProperty("git.dirty", UNKNOWN));
  }

  private static Properties properties(ClassLoader loader, String resource) {
    Properties properties = new Properties();
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      // An unreadable file counts as absent: the values are reported as unknown.
      properties.clear();
    }
    return properties;
  }
}
