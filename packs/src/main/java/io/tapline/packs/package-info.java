/** What the packs of the lab bench and of the compute cluster have in common. */
package io.tapline.packs;
