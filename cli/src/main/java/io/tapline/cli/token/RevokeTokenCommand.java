package io.tapline.cli.token;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline token revoke}. */
@Command(
    name = "revoke",
    description = "Revokes an API token and the sessions that were opened with it, within seconds.",
    footer = {"%nExample:", "  tapline token revoke Z-KT-1A --reason 'laptop was lost'"})
public final class RevokeTokenCommand extends ActCommand {

  @Parameters(
      paramLabel = "TOKEN",
      description = "The EUID or name of the token; tapline token list prints both.")
  private String token;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var revoked =
        post(
            session,
            "/api/v1/tokens/"
                + TaplineHttp.encode(new NameLookup(session).token(token))
                + "/revoke",
            why.body());
    return show(
        session,
        revoked,
        new FactSheet()
            .add("token", FieldText.text(revoked, "token_euid"))
            .add("name", FieldText.text(revoked, "name"))
            .state("status", FieldText.text(revoked, "status")));
  }
}
