/** Work that goes outside comes back here, signed. */
package io.tapline.server.external;
