package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** A stored setting of a tenant. */
public record TenantSetting(long uid, String euid, Note note) {

  /** Whether the tenant accepts new jobs. */
  public static final String SUBSTRATE = "queue.job_substrate.enabled";

  /**
   * The content of a setting.
   *
   * @param revision 0 before the first change
   * @param changedBy the principal of the last change, which also has a time and a reason; null
   *     before the first change
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

    /** The setting before its first change. */
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
