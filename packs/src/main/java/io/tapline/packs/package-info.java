/** Common parts of the wet-lab pack and the compute pack. */
package io.tapline.packs;
