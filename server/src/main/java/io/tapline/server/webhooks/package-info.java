/** Events for receivers outside: signed, in order, and sent until they are accepted. */
package io.tapline.server.webhooks;
