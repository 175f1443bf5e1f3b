/** The API for agents: the Model Context Protocol and its tools. */
package io.tapline.server.agents;
