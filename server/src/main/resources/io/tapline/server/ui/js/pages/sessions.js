// Open sessions: the own ones, and for administrators those of all users. Ends one, or all of a user.
import { html, nothing, repeat } from "../lit.js";
import { part, post } from "../api.js";
import { may, session } from "../session.js";
import { Page } from "../page.js";
import { openForm } from "../parts/form.js";
import { List } from "../parts/list.js";
import { age, card, empty, fromNow, moment, problemNote, tags } from "../parts/text.js";

const PAGE = 100;
const SESSIONS = "/api/v1/sessions";

const REASON = { name: "reason", label: "Reason", type: "area", required: true, help: "Recorded with your name and the time." };

export class SessionsPage extends Page {
  title = "Sessions";
  list = new List(SESSIONS, {}, PAGE);

  load() {
    return this.list.load(this.signal);
  }

  async #confirm(spec, here) {
    const answer = await openForm({ verb: "End", danger: true, fields: [REASON], ...spec });
    if (answer && here) {
      this.app.endedElsewhere();
    } else if (answer) {
      await this.refresh();
    }
  }

  #end(one) {
    const path = `${SESSIONS}/${part(one.session_euid)}/revoke`;
    return this.#confirm({
      id: `end-session:${one.session_euid}`,
      title: `End a session of ${one.principal}`,
      effects: [one.current ? "This is your current session: you are signed out here." : "The user is signed out on every server within seconds. Their token stays valid."],
      send: (key, body) => post(path, { ...body, idempotency_key: key }),
      done: "Session ended.",
    }, one.current);
  }

  #endAll(principal) {
    const own = principal === session.me.principal;
    return this.#confirm({
      id: `end-sessions:${principal}`,
      title: own ? "Sign out everywhere" : `Sign ${principal} out everywhere`,
      verb: own ? "Sign out everywhere" : "End all",
      effects: [own ? "All your sessions end, including this one." : "All sessions of the user end on every server within seconds. Their token stays valid."],
      body: (values) => ({ ...values, principal }),
      send: (key, body) => post(`${SESSIONS}/revoke-all`, { ...body, idempotency_key: key }),
      done: (answer) => `Sessions ended: ${answer.session_euids.length}.`,
    }, own);
  }

  view() {
    const end = html`<button class="button small danger" type="button" @click=${() => this.#endAll(session.me.principal)}>Sign out everywhere</button>`;
    return html`<div class="page-head"><h1>Sessions</h1></div>
      <div class="stack-page">${this.problem ? problemNote(this.problem) : nothing}
        ${card(may("administer") ? "Open sessions" : "Your sessions", this.#body(), { end })}</div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return empty("No open sessions", "API calls with a token need no session.");
    }
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      <th>User</th><th>Roles</th><th class="num">Signed in</th><th>Last active</th><th>Expires</th><th><span class="hidden-visually">Actions</span></th></tr></thead>
      <tbody>${repeat(this.list.items, (one) => one.session_euid, (one) => this.#row(one))}</tbody></table></div>${this.list.footer(this)}`;
  }

  #row(one) {
    return html`<tr data-session=${one.session_euid}>
      <td class="name"><strong>${one.principal}</strong>
        <span class="sub"><span class="euid">${one.session_euid}</span>${one.current ? html`<span class="badge green">this session</span>` : nothing}</span></td>
      <td data-label="Roles">${tags(one.roles)}</td>
      <td class="num" data-label="Signed in">${age(one.created_at)} ago</td>
      <td data-label="Last active">${fromNow(one.last_seen_at)}</td>
      <td data-label="Expires">${moment(one.expires_at)}</td>
      <td class="row"><button class="button small" type="button" aria-label="End session ${one.session_euid} of ${one.principal}" @click=${() => this.#end(one)}>End</button>
        ${may("administer") && one.principal !== session.me.principal
          ? html`<button class="button small" type="button" aria-label="End all sessions of ${one.principal}" @click=${() => this.#endAll(one.principal)}>End all</button>`
          : nothing}</td>
    </tr>`;
  }
}
