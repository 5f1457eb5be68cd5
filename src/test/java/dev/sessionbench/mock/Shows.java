package dev.sessionbench.mock;

import dev.sessionbench.base.model.Rpc;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which behaviour of the mock a test shows. The table of docs/rpcs.md consists of these. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Shows {
  /** The RPCs that behave so; none for all. */
  Rpc[] of() default {};

  /** The behaviour, in Markdown. */
  String value();
}
