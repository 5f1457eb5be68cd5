package dev.sessionbench.gate.run;

import static net.bytebuddy.jar.asm.Opcodes.ACC_PRIVATE;
import static net.bytebuddy.jar.asm.Opcodes.ALOAD;
import static net.bytebuddy.jar.asm.Opcodes.ARETURN;
import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.F_SAME;
import static net.bytebuddy.jar.asm.Opcodes.GETFIELD;
import static net.bytebuddy.jar.asm.Opcodes.GETSTATIC;
import static net.bytebuddy.jar.asm.Opcodes.ICONST_0;
import static net.bytebuddy.jar.asm.Opcodes.ICONST_1;
import static net.bytebuddy.jar.asm.Opcodes.IFEQ;
import static net.bytebuddy.jar.asm.Opcodes.INVOKESPECIAL;
import static net.bytebuddy.jar.asm.Opcodes.INVOKESTATIC;
import static net.bytebuddy.jar.asm.Opcodes.INVOKEVIRTUAL;
import static net.bytebuddy.jar.asm.Opcodes.IRETURN;
import static net.bytebuddy.jar.asm.Opcodes.ISUB;
import static net.bytebuddy.jar.asm.Opcodes.POP;
import static net.bytebuddy.jar.asm.Opcodes.RETURN;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Objects;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import org.jspecify.annotations.Nullable;

/**
 * A patch of one class of the real client. The patched class goes before the client on a class
 * path.
 */
enum PatchedClient {
  /** The pool sends two requests where one is due, if the maximum leaves room. */
  ONE_REQUEST_TOO_MANY("SessionPool", "maybeCreateSession") {
    @Override
    void instruction(MethodVisitor code, int opcode, String owner, String name) {
      if (name.equals("createSessions")) {
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, POOL, "onceMore", "()V", false);
      }
    }

    @Override
    void end(ClassVisitor patched) {
      MethodVisitor code = patched.visitMethod(ACC_PRIVATE, "onceMore", "()V", null, null);
      Label full = new Label();
      code.visitCode();
      code.visitVarInsn(ALOAD, 0);
      code.visitMethodInsn(INVOKESPECIAL, POOL, "canCreateSession", "()Z", false);
      code.visitJumpInsn(IFEQ, full);
      code.visitVarInsn(ALOAD, 0);
      code.visitVarInsn(ALOAD, 0);
      code.visitVarInsn(ALOAD, 0);
      code.visitFieldInsn(GETFIELD, POOL, "options", "L" + OPTIONS + ";");
      code.visitMethodInsn(INVOKEVIRTUAL, OPTIONS, "getIncStep", "()I", false);
      code.visitMethodInsn(INVOKESPECIAL, POOL, "getAllowedCreateSessions", "(I)I", false);
      code.visitInsn(ICONST_0);
      code.visitMethodInsn(INVOKESPECIAL, POOL, "createSessions", "(IZ)V", false);
      code.visitLabel(full);
      code.visitFrame(F_SAME, 0, null, 0, null);
      code.visitInsn(RETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
  },
  /** The pool grows by one session less, but at least by one. */
  STEP_SMALLER_BY_ONE("SessionPoolOptions", "getIncStep") {
    @Override
    void beforeReturn(MethodVisitor code) {
      code.visitInsn(ICONST_1);
      code.visitInsn(ISUB);
      code.visitInsn(ICONST_1);
      code.visitMethodInsn(INVOKESTATIC, "java/lang/Math", "max", "(II)I", false);
    }
  },
  /** The pool never grows after it was filled. */
  NO_GROWTH("SessionPool", "canCreateSession") {
    @Override
    void beforeReturn(MethodVisitor code) {
      code.visitInsn(POP);
      code.visitInsn(ICONST_0);
    }
  },
  /** A pool takes the session that has been idle for longest. */
  FIRST_IN_FIRST_OUT("SessionPoolOptions", "getReleaseToPosition") {
    @Override
    void beforeReturn(MethodVisitor code) {
      code.visitInsn(POP);
      code.visitFieldInsn(GETSTATIC, POOL + "$Position", "LAST", "L" + POOL + "$Position;");
    }
  },
  /** One release in two hundred does nothing. */
  LOST_RELEASE("SessionPool$PooledSession", "close") {
    @Override
    void begin(MethodVisitor code) {
      Label kept = new Label();
      code.visitMethodInsn(INVOKESTATIC, BURDEN, "isLost", "()Z", false);
      code.visitJumpInsn(IFEQ, kept);
      code.visitInsn(RETURN);
      code.visitLabel(kept);
      code.visitFrame(F_SAME, 0, null, 0, null);
    }
  },
  /** Sessions are deleted in the client only, without a request. */
  NOT_DELETED("spi/v1/GapicSpannerRpc", "asyncDeleteSession") {
    @Override
    void begin(MethodVisitor code) {
      code.visitMethodInsn(
          INVOKESTATIC,
          "com/google/protobuf/Empty",
          "getDefaultInstance",
          "()Lcom/google/protobuf/Empty;",
          false);
      code.visitMethodInsn(
          INVOKESTATIC,
          "com/google/api/core/ApiFutures",
          "immediateFuture",
          "(Ljava/lang/Object;)Lcom/google/api/core/ApiFuture;",
          false);
      code.visitInsn(ARETURN);
      code.visitFrame(F_SAME, 0, null, 0, null);
    }
  },
  /** Every caller sleeps for two milliseconds before it acquires a session. */
  ACQUIRE_2MS("SessionPool", "getSession", "sleepTwoMillis"),
  /**
   * Every caller that acquires a session allocates a tenth of an operation's allocation in
   * addition.
   */
  ALLOCATION_10_PERCENT("SessionPool", "getSession", "allocate"),
  /**
   * Every caller that acquires a session computes for a fifth of an operation's CPU time in
   * addition.
   */
  CPU_20_PERCENT("SessionPool", "getSession", "compute"),
  /** One in fifty callers sleeps for twenty milliseconds before it acquires a session. */
  ONE_ACQUIRE_IN_50_20MS("SessionPool", "getSession", "seldomSleepTwentyMillis"),
  /** A request for more sessions is sent five milliseconds late. */
  BATCH_LATER("SessionClient", "internalBatchCreateSessions", "sleepFiveMillis");

  private static final String PLACE = "com/google/cloud/spanner/";
  static final String POOL = PLACE + "SessionPool";
  static final String OPTIONS = PLACE + "SessionPoolOptions";
  private static final String BURDEN = Burden.class.getName().replace('.', '/');

  private final String changed;
  private final String method;

  /** The method of {@link Burden} that is called first; empty for none. */
  private final String first;

  PatchedClient(String changed, String method) {
    this(changed, method, "");
  }

  PatchedClient(String changed, String method, String first) {
    this.changed = PLACE + changed + ".class";
    this.method = method;
    this.first = first;
  }

  /**
   * Writes a copy of a benchmarks jar for each patch, as candidates for real gates.
   *
   * @param arguments the jar and the folder for the new ones
   */
  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    for (PatchedClient patch : values()) {
      Path patched = folder.resolve(patch.name().toLowerCase(Locale.ROOT) + ".jar");
      Files.copy(jar, patched, StandardCopyOption.REPLACE_EXISTING);
      try (FileSystem inside = FileSystems.newFileSystem(patched)) {
        patch.writeTo(inside.getPath("/"));
      }
    }
  }

  /**
   * Writes the changed class, and the class that it calls, to a folder for the class path. A class
   * that is already there, from a jar or another patch, is changed further.
   */
  void writeTo(Path folder) throws IOException {
    Path there = folder.resolve(changed);
    try (InputStream original =
        Files.exists(there)
            ? Files.newInputStream(there)
            : Objects.requireNonNull(PatchedClient.class.getResourceAsStream("/" + changed))) {
      write(folder, changed, patched(original));
    }
    try (InputStream burden =
        Objects.requireNonNull(PatchedClient.class.getResourceAsStream("/" + BURDEN + ".class"))) {
      write(folder, BURDEN + ".class", burden.readAllBytes());
    }
  }

  private static void write(Path folder, String file, byte[] content) throws IOException {
    Path target = folder.resolve(file);
    Files.createDirectories(Objects.requireNonNull(target.getParent()));
    Files.write(target, content);
  }

  private byte[] patched(InputStream original) throws IOException {
    ClassWriter patched = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(original).accept(visitor(patched), 0);
    return patched.toByteArray();
  }

  private ClassVisitor visitor(ClassWriter patched) {
    return new ClassVisitor(ASM9, patched) {
      @Override
      public MethodVisitor visitMethod(
          int access,
          String name,
          String descriptor,
          @Nullable String signature,
          String @Nullable [] exceptions) {
        MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
        return name.equals(method) ? changed(code) : code;
      }

      @Override
      public void visitEnd() {
        end(cv);
        super.visitEnd();
      }
    };
  }

  private MethodVisitor changed(MethodVisitor code) {
    return new MethodVisitor(ASM9, code) {
      @Override
      public void visitCode() {
        super.visitCode();
        if (!first.isEmpty()) {
          mv.visitMethodInsn(INVOKESTATIC, BURDEN, first, "()V", false);
        }
        begin(mv);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        instruction(mv, opcode, owner, name);
      }

      @Override
      public void visitInsn(int opcode) {
        if (opcode == IRETURN || opcode == ARETURN) {
          beforeReturn(mv);
        }
        super.visitInsn(opcode);
      }
    };
  }

  /** Adds code at the beginning of the method. */
  void begin(MethodVisitor code) {}

  /** Adds code after an instruction of the method. */
  void instruction(MethodVisitor code, int opcode, String owner, String name) {}

  /** Adds code that changes the method's return value. */
  void beforeReturn(MethodVisitor code) {}

  /** Adds members to the class. */
  void end(ClassVisitor patched) {}
}
