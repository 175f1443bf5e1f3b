/**
 * The embedded PostgreSQL: a real server from Maven artifacts, durable, with a password, on the
 * loopback interface.
 */
package io.tapline.postgres;
