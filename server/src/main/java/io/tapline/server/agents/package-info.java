/** The door of agents: the Model Context Protocol, and what may be asked through it. */
package io.tapline.server.agents;
