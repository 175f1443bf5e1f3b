import { html, nothing } from "../lit.js";
import { post } from "../api.js";
import { Page } from "../page.js";
import { note, problemNote } from "../parts/text.js";

/** Only our own addresses: a link must not lead through here to elsewhere. */
function safe(next) {
  return next && next.startsWith("/") && !next.startsWith("//") && !next.startsWith("/sign-in") ? next : "/";
}

export class SignInPage extends Page {
  title = "Sign in";

  constructor(app, _, query) {
    super(app);
    this.next = safe(query.get("next"));
    this.badLink = query.get("problem") === "link";
    this.sending = false;
  }

  async signIn(event) {
    event.preventDefault();
    const field = event.target.elements.token;
    if (this.sending) {
      return;
    }
    this.sending = true;
    this.problem = null;
    this.app.draw();
    try {
      this.app.entered(await post("/login", { token: field.value.trim() }), this.next);
    } catch (problem) {
      this.sending = false;
      this.problem = problem;
      this.app.draw();
      field.select();
    }
  }

  view() {
    return html`<div class="signin"><main id="main">
      <h1>Sign in to Tapline</h1>
      ${this.badLink ? note("warn", "That link is used up or too old. A new one is printed when the server starts.") : nothing}
      <form @submit=${(event) => this.signIn(event)}>
        <div class="field">
          <label for="token">Token</label>
          <input class="input" id="token" name="token" type="password" autocomplete="current-password" required autofocus
            aria-describedby="token-about">
          <span class="help" id="token-about">An API token, a configured token, or a JWT of your identity provider.</span>
        </div>
        ${this.problem ? problemNote(this.problem) : nothing}
        <button class="button primary" type="submit" aria-busy=${this.sending}>Sign in</button>
      </form>
      <p class="small muted">The server prints a one-time link when it starts without tokens: opening it signs you in.</p>
    </main></div>`;
  }
}
