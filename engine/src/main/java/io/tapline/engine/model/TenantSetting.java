package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** A setting of the whole tenant, as it stands in the store. */
public record TenantSetting(long uid, String euid, Note note) {

  /** Whether new work is taken. */
  public static final String SUBSTRATE = "queue.job_substrate.enabled";

  /**
   * What a setting says.
   *
   * @param revision 0 while nobody has ever changed it
   * @param changedBy who changed it last, when and why; null while nobody has
   */
  @RecordBuilder
  public record Note(
      String settingKey,
      boolean enabled,
      long revision,
      String status,
      @JsonInclude(JsonInclude.Include.NON_NULL) String changedBy,
      @JsonInclude(JsonInclude.Include.NON_NULL) Instant changedAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) String reason) {

    /** As it is before anybody has said otherwise. */
    public static Note untouched(String key) {
      return TenantSettingNoteBuilder.builder()
          .settingKey(key)
          .enabled(true)
          .status("ACTIVE")
          .build();
    }

    public Note turned(boolean on, String by, Instant at, String why) {
      return new Note(settingKey, on, revision + 1, status, by, at, why);
    }
  }
}
