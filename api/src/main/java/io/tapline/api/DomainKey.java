package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/** The name of a pack action. */
public record DomainKey(@JsonValue String wire) implements ActionName {

  /** The name is part of template codes and paths. */
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]{0,62}");

  @JsonCreator
  public DomainKey {
    if (wire == null || !FORM.matcher(wire).matches()) {
      throw new IllegalArgumentException("'" + wire + "' is not " + FORM.pattern());
    }
  }

  @Override
  public int code() {
    return 0;
  }

  @Override
  public boolean pulse() {
    return false;
  }
}
