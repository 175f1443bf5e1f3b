/**
 * How requests go to a server and answers come back. {@link io.tapline.client.http.TaplineHttp} is
 * for calls that have no method of their own; the rest is the client's own.
 */
package io.tapline.client.http;
