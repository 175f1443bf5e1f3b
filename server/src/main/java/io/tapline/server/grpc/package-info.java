/**
 * Work as a stream over gRPC: assignments on the worker's demand, heartbeats and results as
 * separate calls. All changes are commands of the engine.
 */
package io.tapline.server.grpc;
