/**
 * gRPC transport of the worker runtime. It requires {@code tapline-grpc} and a gRPC transport such
 * as {@code grpc-netty-shaded} on the class path; the client does not depend on them.
 */
package io.tapline.client.grpc;
