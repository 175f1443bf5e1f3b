/**
 * Answers of the API, the enumerations of requests and answers, and the definition of the fields of
 * requests. The engine creates the answers, the server sends them, and clients, the command line
 * and the starter read them.
 */
package io.tapline.api;
