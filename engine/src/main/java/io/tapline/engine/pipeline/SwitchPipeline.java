package io.tapline.engine.pipeline;

import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSettings;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Executes the actions that set the kill switch of a tenant. */
final class SwitchPipeline {

  private final PipelineContext context;

  SwitchPipeline(PipelineContext context) {
    this.context = context;
  }

  ItemOutcome execute(Caller caller, SwitchSubstrate command) {
    return IdempotentRetry.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, SwitchSubstrate command, String hash)
      throws SQLException {
    var existing = TenantSettings.lock(tx, context.templates(), TenantSetting.SUBSTRATE);
    var before = IdempotentRetry.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 2);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var is =
        existing == null ? TenantSetting.Note.untouched(TenantSetting.SUBSTRATE) : existing.note();
    var note =
        is.turned(command.enabled(), caller.principal(), clockAndIds.now(), command.reason());
    var on = write(tx, existing, note, clockAndIds, writer);
    var answer = act(tx, caller, actorUid, command, hash, on, note, clockAndIds, writer);
    writer.write();
    return ItemOutcome.of(answer);
  }

  private ObjectRef write(
      Tx tx,
      TenantSetting existing,
      TenantSetting.Note note,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    if (existing != null) {
      writer.reregister(existing.uid(), note);
      return new ObjectRef(existing.uid(), existing.euid());
    }
    var template = context.templates().template(tx, TemplateCache.SETTING);
    var ref = clockAndIds.next(template);
    writer.register(ref, template, note.settingKey(), note);
    return ref;
  }

  /** The key belongs to the principal that sends it, because the setting may not exist yet. */
  private ActionAnswer act(
      Tx tx,
      Caller caller,
      long actorUid,
      SwitchSubstrate command,
      String hash,
      ObjectRef on,
      TenantSetting.Note changed,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var template = context.templates().action(tx, command.action());
    var ref = clockAndIds.next(template);
    var note =
        RegistryRecorder.note(
            context, caller, command, hash, "actor", changed, command.reason(), null);
    writer.act(
        ActionEntryBuilder.builder()
            .ref(ref)
            .template(template)
            .actorUid(actorUid)
            .note(note)
            .build());
    writer.link(new Link(ref.uid(), LinkTypes.EXECUTED_ON, on.uid()));
    return ActionAnswer.of(ref.euid(), note, false);
  }
}
