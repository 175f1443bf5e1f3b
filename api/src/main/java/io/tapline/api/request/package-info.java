/**
 * Definitions of requests: each request is one record, and annotations on its components contain
 * the wire name, the documentation and the constraints of each field.
 */
package io.tapline.api.request;
