/**
 * Who is told of events, and what callbacks are judged by: webhooks, subscriptions, the secrets of
 * callbacks.
 */
package io.tapline.engine.read.webhook;
