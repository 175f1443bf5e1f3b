/** The compute cluster: from the analysis request to artifacts that passed QC. */
package io.tapline.packs.compute;
