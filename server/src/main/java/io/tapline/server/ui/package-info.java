/** The web UI: files for a browser, which then calls the public API like any client. */
package io.tapline.server.ui;
