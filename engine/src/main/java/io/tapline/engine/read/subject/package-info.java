/** Subjects: one as its inspector shows it, lists of them, and the search. */
package io.tapline.engine.read.subject;
