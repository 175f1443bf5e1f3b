/**
 * Test support for applications that use a Tapline server: a real server on a real PostgreSQL in
 * its own process, clients for every role, a test clock and assertions.
 */
package io.tapline.testkit.server;
