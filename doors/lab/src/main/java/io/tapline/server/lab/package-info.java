/**
 * The endpoints that other systems of the lab call, as thin wrappers: each creates commands of the
 * engine and writes nothing itself.
 */
package io.tapline.server.lab;
