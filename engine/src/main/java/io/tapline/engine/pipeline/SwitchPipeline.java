package io.tapline.engine.pipeline;

import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Setting;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Settings;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** The kill switch of a tenant: turned by an action like any other. */
final class SwitchPipeline {

  private final Context context;

  SwitchPipeline(Context context) {
    this.context = context;
  }

  Outcome run(Caller caller, SwitchSubstrate command) {
    return Twins.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private Outcome attempt(Tx tx, Caller caller, long actorUid, SwitchSubstrate command, String hash)
      throws SQLException {
    var existing = Settings.lock(tx, context.kinds(), Setting.SUBSTRATE);
    var before = Twins.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var drawn = Drawn.underLock(tx, context.kinds(), 2);
    var writer = new Writer(tx, context.kinds(), drawn);
    var is = existing == null ? Setting.Note.untouched(Setting.SUBSTRATE) : existing.note();
    var note = is.turned(command.enabled(), caller.principal(), drawn.now(), command.reason());
    var on = write(tx, existing, note, drawn, writer);
    var answer = act(tx, caller, actorUid, command, hash, on, note, drawn, writer);
    writer.write();
    return Outcome.of(answer);
  }

  private Ref write(Tx tx, Setting existing, Setting.Note note, Drawn drawn, Writer writer)
      throws SQLException {
    if (existing != null) {
      writer.reregister(existing.uid(), note);
      return new Ref(existing.uid(), existing.euid());
    }
    var template = context.kinds().of(tx, Kinds.SETTING);
    var ref = drawn.next(template);
    writer.register(ref, template, note.settingKey(), note);
    return ref;
  }

  /** A key belongs to whoever sends it: the setting may not be there yet. */
  private Answer act(
      Tx tx,
      Caller caller,
      long actorUid,
      SwitchSubstrate command,
      String hash,
      Ref on,
      Setting.Note changed,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    var note =
        RegistryRecorder.note(
            context, caller, command, hash, "actor", changed, command.reason(), null);
    writer.act(new Entry(ref, template, null, null, null, actorUid, null, note));
    writer.link(new Link(ref.uid(), Relationship.EXECUTED_ON, on.uid()));
    return Answer.of(ref.euid(), note, false);
  }
}
