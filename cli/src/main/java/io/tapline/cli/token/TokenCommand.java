package io.tapline.cli.token;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline token}: stored API tokens. */
@Command(
    name = "token",
    description = "Creates, lists and revokes API tokens. Requires an administrator.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CreateTokenCommand.class, ListTokensCommand.class, RevokeTokenCommand.class},
    footer = {"%nExample:", "  tapline token list"})
public final class TokenCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage("Give a command: create, list or revoke; see tapline token --help");
  }
}
