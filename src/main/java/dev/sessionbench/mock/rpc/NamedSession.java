package dev.sessionbench.mock.rpc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Session;
import java.util.List;

/** Finds the sessions that messages of any method name. */
final class NamedSession {
  private static final String FIELD = "session";

  private NamedSession() {}

  /** The full name of the session that a request is for; empty where it is for none. */
  static String in(Object request) {
    if (request instanceof GetSessionRequest get) {
      return get.getName();
    }
    if (request instanceof DeleteSessionRequest delete) {
      return delete.getName();
    }
    if (request instanceof Message message) {
      FieldDescriptor field = message.getDescriptorForType().findFieldByName(FIELD);
      // CreateSession has a field of that name too, for what the session is to be.
      if (field != null && field.getJavaType() == FieldDescriptor.JavaType.STRING) {
        return (String) message.getField(field);
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
