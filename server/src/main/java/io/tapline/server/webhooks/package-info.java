/** Events for whoever outside wants to hear of them: signed, in order, until they are taken. */
package io.tapline.server.webhooks;
