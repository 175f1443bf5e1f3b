package io.tapline.engine.pipeline.registry;

import io.tapline.api.request.SwitchSubstrate;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSettings;
import java.sql.SQLException;

/** The actions that set the kill switch of a tenant. */
public final class SwitchActions implements RegistryKind<SwitchSubstrate, TenantSetting> {

  @Override
  public TenantSetting lock(LockPhase locks, SwitchSubstrate command) throws SQLException {
    return TenantSettings.lock(locks.tx(), locks.templates(), TenantSetting.SUBSTRATE);
  }

  @Override
  public ItemOutcome decide(
      ActionTransaction action, SwitchSubstrate command, TenantSetting existing)
      throws SQLException {
    var before =
        existing == null ? TenantSetting.Note.untouched(TenantSetting.SUBSTRATE) : existing.note();
    var after =
        before.turned(
            command.enabled(), action.caller().principal(), action.now(), command.reason());
    var setting =
        existing == null
            ? action.create(TemplateCache.SETTING, after.settingKey(), after)
            : action.update(new ObjectRef(existing.uid(), existing.euid()), after);
    return action.recorder().principal(setting, after, command.reason());
  }
}
