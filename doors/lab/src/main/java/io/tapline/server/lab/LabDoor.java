package io.tapline.server.lab;

import io.tapline.server.base.Door;

/** Adds the endpoints for other systems of the lab to a server. */
public final class LabDoor implements Door {

  @Override
  public String name() {
    return "lab";
  }

  @Override
  public String paths() {
    return AtlasSupport.PATH + "/";
  }
}
