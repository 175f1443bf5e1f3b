/** The job substrate: jobs, their kinds and their gated verbs over HTTP, on the one engine. */
package io.tapline.server.jobs;
