/**
 * Scans of indexes that stop after so many subjects, for lists whose filter hardly any subject
 * passes.
 */
package io.tapline.engine.read.scan;
