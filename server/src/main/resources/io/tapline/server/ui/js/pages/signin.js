import { html, nothing } from "../lit.js";
import { post } from "../api.js";
import { wasSignedOut } from "../session.js";
import { Page } from "../page.js";
import { note, problemNote } from "../parts/text.js";

/** Addresses of this server only: a link must not redirect to another site. */
function safe(next) {
  return next && next.startsWith("/") && !next.startsWith("//") && !next.startsWith("/sign-in") ? next : "/";
}

/** Texts for a failed sign-in by link or identity provider: the reason and the remedy. */
const PROBLEMS = {
  link: "This sign-in link was used or has expired. Use the new link that the server prints when it starts, or a token.",
  stale: "This sign-in was started in another browser or window, or it has expired. Start again.",
  denied: "The identity provider refused the sign-in. Try again, or contact its administrator.",
  unavailable: "The identity provider is not reachable. Try again in a moment. If the problem persists, contact the operators of this server; its log contains the cause.",
  unknown: "The identity from the identity provider was not accepted: it could not be verified, or it names no tenant of this server. Contact the operators of this server; its log contains the cause.",
  "no-role": "Your account has no role on this server. Ask an administrator for a role, then sign in again.",
  limited: "Too many failed sign-ins from your address. Wait a minute, then try again.",
};

export class SignInPage extends Page {
  title = "Sign in";

  constructor(app, _, query) {
    super(app);
    this.next = safe(query.get("next"));
    this.failure = PROBLEMS[query.get("problem")];
    this.provider = document.querySelector("meta[name=identity-provider]").content;
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
      ${this.failure ? note("warn", this.failure) : nothing}
      ${this.provider ? this.#elsewhere() : nothing}
      <form @submit=${(event) => this.signIn(event)}>
        <div class="field">
          <label for="token">Token</label>
          <input class="input" id="token" name="token" type="password" autocomplete="current-password" required autofocus
            aria-describedby="token-about">
          <span class="help" id="token-about">An API token, a configured token, or a JWT of your identity provider.</span>
        </div>
        ${this.problem ? problemNote(this.problem) : nothing}
        <button class="button ${this.provider ? "" : "primary"}" type="submit" aria-busy=${this.sending}>Sign in</button>
      </form>
      ${this.provider ? nothing : html`<p class="small muted">A server without configured tokens prints a one-time sign-in link when it starts.</p>`}
    </main></div>`;
  }

  /** After a sign-out the provider must ask for credentials: the next person at a shared bench may be another one. */
  #elsewhere() {
    const query = new URLSearchParams({ next: this.next, ...(wasSignedOut() ? { afresh: true } : {}) });
    return html`<a class="button primary" href="/login/oidc?${query}">Sign in with ${this.provider}</a>
      <p class="or small muted"><span>or with a token</span></p>`;
  }
}
