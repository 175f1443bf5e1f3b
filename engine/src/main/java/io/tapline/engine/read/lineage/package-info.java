/** The lineage and the links of objects. */
package io.tapline.engine.read.lineage;
