/** Access and actors: stored tokens, sessions and principals. */
package io.tapline.engine.read.credential;
