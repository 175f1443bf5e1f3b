/** Who may come in and who has acted: stored tokens and principals. */
package io.tapline.engine.read.credential;
