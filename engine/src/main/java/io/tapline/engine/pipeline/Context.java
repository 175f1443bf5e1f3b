package io.tapline.engine.pipeline;

import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Principals;
import io.tapline.tapdb.TapDb;
import java.time.Duration;

/**
 * What every pipeline works with.
 *
 * @param patience after which a shared transaction counts as stuck
 */
record Context(
    TapDb tapDb,
    Kinds kinds,
    Principals principals,
    Tally tally,
    String softwareVersion,
    Duration patience) {}
