package io.tapline.engine.model;

/** A setting of the whole tenant, as it stands in the store. */
public record Setting(long uid, String euid, Note note) {

  /** Whether new work is taken. */
  public static final String SUBSTRATE = "queue.job_substrate.enabled";

  /** What a setting says. */
  public record Note(String settingKey, boolean enabled, long revision, String status) {

    public static Note first(String key, boolean enabled) {
      return new Note(key, enabled, 1, "ACTIVE");
    }

    public Note turned(boolean on) {
      return new Note(settingKey, on, revision + 1, status);
    }
  }
}
