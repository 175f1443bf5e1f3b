/**
 * What crosses the wire: answers, and the words in them. The engine makes these records, the server
 * sends them, and clients, the command line and the starter read them.
 */
package io.tapline.api;
