/** What every part of the server may use: how it starts, how it is to run, how it ends. */
package io.tapline.server.base;
