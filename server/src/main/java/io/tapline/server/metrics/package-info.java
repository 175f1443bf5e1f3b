/** Metrics for Prometheus. This package changes no state. */
package io.tapline.server.metrics;
