/**
 * Answers of the API and their enumerations. The engine creates these records, the server sends
 * them, and clients, the command line and the starter read them.
 */
package io.tapline.api;
