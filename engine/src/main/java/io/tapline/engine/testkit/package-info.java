/**
 * For the tests of applications that embed the engine: an engine on a database of its own on real
 * PostgreSQL, tenants with people in them, a clock that can be moved, and assertions.
 */
package io.tapline.engine.testkit;
