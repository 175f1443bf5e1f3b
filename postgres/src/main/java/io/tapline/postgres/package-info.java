/**
 * PostgreSQL, brought along: the real server from Maven artifacts, durable, behind a password, on
 * the loopback, with its data kept.
 */
package io.tapline.postgres;
