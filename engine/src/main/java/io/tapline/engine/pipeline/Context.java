package io.tapline.engine.pipeline;

import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Principals;
import io.tapline.tapdb.TapDb;

/** What every pipeline works with. */
record Context(
    TapDb tapDb, Kinds kinds, Principals principals, Tally tally, String softwareVersion) {}
