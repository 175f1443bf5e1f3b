/**
 * Work as a stream over gRPC: assignments under the worker's own demand, heartbeats and results as
 * calls of their own. All of it is the engine's commands.
 */
package io.tapline.server.grpc;
