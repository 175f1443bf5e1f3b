/** Signed results of jobs that were dispatched to external systems. */
package io.tapline.server.external;
