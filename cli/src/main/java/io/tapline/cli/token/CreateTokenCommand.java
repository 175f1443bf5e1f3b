package io.tapline.cli.token;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline token create}. */
@Command(
    name = "create",
    description = "Creates an API token and prints its text, which is not shown again.",
    footer = {
      "%nExample:",
      "  tapline token create sequencer-7 --role worker_service --reason 'new device'"
    })
public final class CreateTokenCommand extends ActCommand {

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
