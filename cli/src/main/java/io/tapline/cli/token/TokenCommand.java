package io.tapline.cli.token;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline token}: stored API tokens. */
@Command(
    name = "token",
    description = "Creates, lists and revokes API tokens. Requires an administrator.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TokenCommand.CreateToken.class,
      TokenCommand.ListTokens.class,
      TokenCommand.RevokeToken.class
    },
    footer = {"%nExample:", "  tapline token list"})
public final class TokenCommand extends CommandGroup {

  /** {@code tapline token create}. */
  @Command(
      name = "create",
      description = "Creates an API token and prints its text, which is not shown again.",
      footer = {
        "%nExample:",
        "  tapline token create sequencer-7 --role worker_service --reason 'new device'"
      })
  static final class CreateToken extends ActCommand {

    @Parameters(
        paramLabel = "NAME",
        description = "The name of the principal; tokens with the same name share their workers.")
    private String name;

    @Option(
        names = "--role",
        paramLabel = "ROLE",
        required = true,
        split = ",",
        description = "A role: worker_service, worker_human, operator or admin; may be repeated.")
    private List<String> roles;

    @Option(
        names = "--expires-at",
        paramLabel = "TIME",
        description = "The time of expiry, such as 2027-01-31T00:00:00Z. Default: never.")
    private String expiresAt;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      var body = why.body().put("name", name);
      var list = body.putArray("roles");
      roles.forEach(list::add);
      if (expiresAt != null) {
        body.put("expires_at", expiresAt);
      }
      var created = post(session, "/api/v1/tokens", body);
      var printer = session.printer();
      if (printer.json()) {
        printer.document(created);
        return ExitCode.OK;
      }
      printer.facts(
          new FactSheet()
              .add("token", FieldText.text(created, "token"))
              .add("euid", FieldText.text(created, "token_euid"))
              .add("name", FieldText.text(created, "name"))
              .add("roles", FieldText.text(created, "roles"))
              .add("expires", FieldText.time(created, "expires_at")));
      printer.remark(
          created.has("token")
              ? "Store the token now; it is not shown again."
              : "An earlier command created the token and printed its text, which is not stored.");
      return ExitCode.OK;
    }
  }

  /** {@code tapline token list}. */
  @Command(
      name = "list",
      description = "Lists API tokens without their secrets, oldest first.",
      footer = {"%nExample:", "  tapline token list --status ACTIVE"})
  static final class ListTokens extends ListCommand {

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "Lists only tokens with this status: ACTIVE or REVOKED. Default: all.")
    private String status;

    public ListTokens() {
      super(
          "/api/v1/tokens",
          "No token matches; tapline token create creates one.",
          TableColumn.text("TOKEN", "token_euid"),
          TableColumn.text("NAME", "name"),
          TableColumn.text("ROLES", "roles"),
          TableColumn.state("STATUS", "status"),
          TableColumn.time("CREATED", "created_at"),
          TableColumn.text("CREATED BY", "created_by"),
          TableColumn.time("EXPIRES", "expires_at"),
          TableColumn.time("ENDED", "ended_at"));
    }

    @Override
    protected QueryParameters query(ServerSession session) {
      return new QueryParameters().with("status", status);
    }
  }

  /** {@code tapline token revoke}. */
  @Command(
      name = "revoke",
      description =
          "Revokes an API token and the sessions that were opened with it, within seconds.",
      footer = {"%nExample:", "  tapline token revoke Z-KT-1A --reason 'laptop was lost'"})
  static final class RevokeToken extends ActCommand {

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
}
