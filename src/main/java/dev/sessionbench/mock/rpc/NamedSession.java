package dev.sessionbench.mock.rpc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import java.util.List;

/** Finds the sessions that messages of any method name. */
final class NamedSession {
  /** The second is that of requests about sessions themselves. */
  private static final List<String> FIELDS = List.of("session", "name");

  private NamedSession() {}

  /** The full name of the session that a request is for; empty where it is for none. */
  static String in(Object request) {
    if (request instanceof Message message) {
      for (String name : FIELDS) {
        FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
        // CreateSession has a session too, for what it is to be.
        if (field != null && field.getJavaType() == FieldDescriptor.JavaType.STRING) {
          return (String) message.getField(field);
        }
      }
    }
    return "";
  }

  /** The full names of the sessions that a reply has created. */
  static List<String> createdBy(Object reply) {
    if (reply instanceof BatchCreateSessionsResponse batch) {
      return batch.getSessionList().stream().map(Session::getName).toList();
    }
    return reply instanceof Session session ? List.of(session.getName()) : List.of();
  }
}
