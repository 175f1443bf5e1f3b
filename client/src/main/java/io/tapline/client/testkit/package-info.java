/**
 * For the tests of applications that use a Tapline server: a real server on real PostgreSQL in a
 * process of its own, clients for every role, a clock that can be moved, and assertions.
 */
package io.tapline.client.testkit;
