/**
 * HTTP transport of the client. Applications use {@link io.tapline.client.http.TaplineHttp} for
 * endpoints without a typed method; the other classes are internal.
 */
package io.tapline.client.http;
