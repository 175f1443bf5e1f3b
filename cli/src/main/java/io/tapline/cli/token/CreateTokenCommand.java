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
    description = "Makes a token and prints its text, this once and never again.",
    footer = {
      "%nExample:",
      "  tapline token create sequencer-7 --role worker_service --reason 'new device'"
    })
public final class CreateTokenCommand extends ActCommand {

  @Parameters(
      paramLabel = "NAME",
      description = "Whom it stands for; tokens of one name share their workers.")
  private String name;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      required = true,
      split = ",",
      description = "worker_service, worker_human, operator or admin; may be repeated.")
  private List<String> roles;

  @Option(
      names = "--expires-at",
      paramLabel = "TIME",
      description = "When it ends, as 2027-01-31T00:00:00Z; absent: never.")
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
    var made = post(session, "/api/v1/tokens", body);
    var printer = session.printer();
    if (printer.json()) {
      printer.document(made);
      return ExitCode.OK;
    }
    printer.facts(
        new FactSheet()
            .add("token", FieldText.text(made, "token"))
            .add("euid", FieldText.text(made, "token_euid"))
            .add("name", FieldText.text(made, "name"))
            .add("roles", FieldText.text(made, "roles"))
            .add("expires", FieldText.time(made, "expires_at")));
    printer.remark(
        made.has("token")
            ? "Keep the token now: it is not shown again."
            : "It was made before; its text was shown then and is not kept.");
    return ExitCode.OK;
  }
}
