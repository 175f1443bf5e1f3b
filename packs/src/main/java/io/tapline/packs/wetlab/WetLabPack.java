package io.tapline.packs.wetlab;

import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.tapdb.TemplatePack;
import java.util.List;

/** Specimens, extraction, QC, libraries, pools and sequencing runs. */
public final class WetLabPack implements DomainPack {

  private static final TemplatePack TEMPLATES =
      TemplatePack.resource(WetLabPack.class, "pack.json");

  @Override
  public TemplatePack templates() {
    return TEMPLATES;
  }

  @Override
  public List<DomainAction> actions() {
    return List.of(
        new RegisterMaterial(),
        new RegisterContainer(),
        new UpdateMaterial(),
        new ConsumeMaterial(),
        new RegisterResource(),
        new CreateExtraction(),
        new RecordPostExtractQc(),
        new CreateLibraryPrep(),
        new RecordLibraryQc(),
        new CreatePool(),
        new CreateRun());
  }
}
