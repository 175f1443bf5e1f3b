/** The job API over HTTP: jobs, their kinds and their actions, on the engine. */
package io.tapline.server.jobs;
