/** What things were made from, and what they are linked to. */
package io.tapline.engine.read.lineage;
