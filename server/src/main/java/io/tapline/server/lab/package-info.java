/**
 * The endpoints that the lab's other systems know, as thin wrappers: each makes commands of the one
 * pipeline and writes nothing itself.
 */
package io.tapline.server.lab;
