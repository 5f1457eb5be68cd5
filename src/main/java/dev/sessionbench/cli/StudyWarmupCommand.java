package dev.sessionbench.cli;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.warmup.WarmupOptions;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code study warmup}: three rounds against a server whose splits form under load. */
@Command(
    name = "warmup",
    description = {
      "Plays a random load once against a database that has its splits, then three times against a",
      "new one, whose splits form meanwhile. Says when the server was warm, and when a client could",
      "see it."
    })
final class StudyWarmupCommand extends PlayedStudyCommand {
  private static final Parameter<String> PROFILE =
      Parameter.text("profile", "new-database", "the server, with a section 'splits'");

  @Option(names = "--virtual", description = "Play it in virtual time, without the client.")
  private boolean virtual;

  StudyWarmupCommand() {
    super(WarmupOptions.SCHEMA.and(Schema.of("study warmup", PROFILE)));
  }

  @Override
  WarmupResult play() {
    WarmupOptions options = WarmupOptions.of(Profiles.load(settings().get(PROFILE)), settings());
    return virtual ? WarmupStudy.virtual(options) : WarmupStudy.real(options, this::say);
  }
}
