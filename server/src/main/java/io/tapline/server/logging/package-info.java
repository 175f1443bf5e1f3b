/** The log: its formats, and one line per action. This package changes no state. */
package io.tapline.server.logging;
