package io.tapline.client.api;

/** A request whose fields are the arguments of its call. */
final class PlainRequest extends ActionRequest<PlainRequest> {}
