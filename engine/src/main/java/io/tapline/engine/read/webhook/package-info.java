/** Webhooks, subscriptions, and the secrets of callbacks. */
package io.tapline.engine.read.webhook;
