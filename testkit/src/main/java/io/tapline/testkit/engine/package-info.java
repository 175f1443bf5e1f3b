/**
 * Support for tests of applications that embed the engine: an engine on its own database on real
 * PostgreSQL, tenants with callers, a controllable clock, and assertions.
 */
package io.tapline.testkit.engine;
