/**
 * The API of packs: objects and actions of a domain, outside the engine. An action declares the
 * objects that it needs, decides from them alone and returns a plan; the engine's pipeline does the
 * rest. Nothing here uses SQL, a clock or randomness.
 */
package io.tapline.engine.domain;
