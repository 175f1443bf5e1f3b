/** Jobs: one for its inspector, lists, and the search. */
package io.tapline.engine.read.subject;
