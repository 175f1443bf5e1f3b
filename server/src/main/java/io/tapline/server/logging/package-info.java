/** The log: its formats, and one line per action. Nothing here changes anything. */
package io.tapline.server.logging;
