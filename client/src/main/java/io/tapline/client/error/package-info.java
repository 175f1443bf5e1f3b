/**
 * Exceptions of calls: {@link io.tapline.client.error.TaplineException} and one subclass for each
 * way to continue, each with the server's {@link io.tapline.client.error.Problem}.
 */
package io.tapline.client.error;
