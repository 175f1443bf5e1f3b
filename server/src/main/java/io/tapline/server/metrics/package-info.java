/** Figures for Prometheus. Nothing here changes anything. */
package io.tapline.server.metrics;
