/**
 * What a call may end in: {@link io.tapline.client.error.TaplineException} and its kinds, one for
 * each way to go on after it, with the server's {@link io.tapline.client.error.Problem}.
 */
package io.tapline.client.error;
