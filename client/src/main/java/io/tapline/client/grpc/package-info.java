/**
 * The way to a server over gRPC, for the worker runtime. Needs {@code tapline-grpc} and a gRPC
 * transport such as {@code grpc-netty-shaded} on the class path, which the client does not bring.
 */
package io.tapline.client.grpc;
