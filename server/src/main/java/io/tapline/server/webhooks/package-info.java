/** Events for external receivers: signed, in order, and retried. */
package io.tapline.server.webhooks;
