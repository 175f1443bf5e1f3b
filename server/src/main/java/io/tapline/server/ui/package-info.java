/** The operator's pages: files for a browser, which then calls the public API like anyone else. */
package io.tapline.server.ui;
