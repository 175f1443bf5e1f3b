package io.tapline.tapdb;

import java.util.Objects;

/** One typed relationship between two objects. */
public record Link(long parentUid, String relationship, long childUid) {

  public Link {
    Objects.requireNonNull(relationship, "relationship");
    if (parentUid == childUid) {
      throw new IllegalArgumentException(
          "object " + parentUid + " cannot be its own child (" + relationship + ")");
    }
  }
}
