/** Types that every part of the server may use: start, options, shares and shutdown. */
package io.tapline.server.base;
