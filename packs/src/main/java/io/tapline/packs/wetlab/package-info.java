/** The lab bench: from the accepted specimen to the sequencing run. */
package io.tapline.packs.wetlab;
