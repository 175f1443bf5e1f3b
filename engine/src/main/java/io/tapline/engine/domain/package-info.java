/**
 * The way in for packs: objects and actions of a trade, outside the engine. An action reads what it
 * says it needs, decides without looking anywhere else, and gives back a plan; the engine's one
 * pipeline does all the rest. Nothing here knows SQL, a clock or chance.
 */
package io.tapline.engine.domain;
