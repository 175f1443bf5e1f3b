/** Index scans with a maximum number of jobs, for lists whose filter may match few jobs. */
package io.tapline.engine.read.scan;
