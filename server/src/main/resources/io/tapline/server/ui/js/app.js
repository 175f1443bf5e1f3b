// The frame around the screens: navigation, search, the signed-in user, and the stream of events.
import { html, nothing, render } from "./lit.js";
import { get, post, whenSignedOut } from "./api.js";
import { storeSignedOut, session } from "./session.js";
import { Live } from "./live.js";
import { catchLinks, isOwn, pageAt } from "./router.js";
import { clock, count } from "./format.js";
import { icon } from "./parts/icon.js";
import { isKey } from "./keymap.js";
import { showKeys } from "./parts/keyhelp.js";
import { problemNote } from "./parts/text.js";
import { readSwitch, switchNote } from "./switch.js";
import { toast } from "./parts/toast.js";

const NAVIGATION = [
  ["/", "Queues", "queue", /^\/($|queues\/|work$)/],
  ["/search", "Search", "search", /^\/(search|subjects)/],
  ["/workflows", "Workflows", "flow", /^\/workflows/],
  ["/workers", "Workers", "worker", /^\/workers/],
  ["/dead-letters", "Dead letters", "letter", /^\/dead-letters/],
  ["/holds", "Holds", "hand", /^\/holds/],
  ["/activity", "Activity", "activity", /^\/activity/],
];

/** Delay between an event and the refresh of a screen; also the shortest interval of refreshes. */
const SOON_MS = 250;
const APART_MS = 1500;
/** Interval of retries for a server that did not answer. */
const UNANSWERED_MS = 3000;
/** Largest number of holds in the badge, one page of their list; more is "100+". */
const COUNTED_HOLDS = 100;
/** Refresh interval for changes by time alone, such as a lapse. */
const ANYWAY_MS = 30_000;

export class App {
  #drawing = false;
  #reading = null;
  #refreshing = null;
  #read = 0;
  #ticks = 0;

  constructor(root) {
    this.root = root;
    this.page = null;
    /** Null until the server has counted them. */
    this.counts = { dead: null, held: null };
    this.jobSwitch = null;
    this.live = new Live(() => this.draw());
  }

  async start() {
    // Screens are filled after they are shown: the browser would scroll before the content exists.
    history.scrollRestoration = "manual";
    catchLinks((address) => this.go(address));
    window.addEventListener("popstate", () => this.show());
    window.addEventListener("pagehide", () => this.#keepPlace());
    window.addEventListener("keydown", (event) => this.#shortcut(event));
    whenSignedOut(() => this.#signedOut());
    this.live.listen((event) => this.#onEvent(event));
    // A script error must not look like a button without effect.
    window.addEventListener("unhandledrejection", () => toast("This page has failed. Reload it and try again."));
    setInterval(() => this.#tick(), 1000);
    try {
      session.me = await get("/api/v1/me");
    } catch (problem) {
      if (problem.status !== 401) {
        render(html`<div class="signin"><main>${problemNote(problem)}</main></div>`, this.root);
        setTimeout(() => location.reload(), 5000);
        return;
      }
    }
    if (session.me) {
      storeSignedOut(false);
      this.live.start();
    }
    this.show();
  }

  go(address) {
    this.#keepPlace();
    history.pushState(null, "", address);
    this.show();
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** Stores the scroll position and the loaded length of the list of the screen that is left, for the way back. */
  #keepPlace() {
    history.replaceState({ top: window.scrollY, pages: this.page?.list?.pages }, "");
  }

  /** Restores the scroll position once the content exists. */
  async #restorePlace(read) {
    const { top, pages } = history.state ?? {};
    const page = this.page;
    if (pages > 1 && page.list) {
      page.list.pages = pages;
    }
    await read();
    if (top && page === this.page) {
      requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo(0, top)));
    }
  }

  /** Called after a sign-in. */
  entered(me, next) {
    session.me = me;
    storeSignedOut(false);
    if (isOwn(next)) {
      location.assign(next);
      return;
    }
    this.live.start();
    this.go(next);
  }

  async signOut() {
    try {
      await post("/logout");
    } finally {
      storeSignedOut(true);
      this.#signedOut();
    }
  }

  /** Called when the session was ended on another page of the UI. */
  endedElsewhere() {
    storeSignedOut(true);
    this.#signedOut();
  }

  /** Renders once, for any number of requests. */
  draw() {
    if (!this.#drawing) {
      this.#drawing = true;
      queueMicrotask(() => {
        this.#drawing = false;
        this.#render();
      });
    }
  }

  #signedOut() {
    session.me = null;
    this.jobSwitch = null;
    this.switchRead = 0;
    this.live.stop();
    this.show();
  }

  show() {
    const address = new URL(location.href);
    if (!session.me && address.pathname !== "/sign-in") {
      const here = address.pathname + address.search;
      history.replaceState(null, "", here === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(here)}`);
    }
    this.page?.leave();
    clearTimeout(this.#reading);
    this.#reading = null;
    this.page = pageAt(this, new URL(location.href));
    this.draw();
    this.#restorePlace(() => this.#refresh());
  }

  async #refresh() {
    this.#read = Date.now();
    const page = this.page;
    const refreshed = page.refresh();
    this.#refreshing = refreshed.catch(() => {});
    await refreshed;
    if (session.me) {
      this.#count();
      if (!this.switchRead || Date.now() - this.switchRead > ANYWAY_MS / 2) {
        this.readSwitch();
      }
    }
  }

  /** Whether new work is accepted. */
  async readSwitch() {
    this.switchRead = Date.now();
    try {
      this.jobSwitch = await readSwitch();
      this.draw();
    } catch {
      // The screen itself shows that the server does not answer.
    }
  }

  /** Refreshes the screen soon, but not during a running read: a slow server would get ever more of them. */
  stale() {
    if (!this.#reading) {
      const page = this.page;
      const wait = Math.max(SOON_MS, this.#read + APART_MS - Date.now());
      this.#reading = setTimeout(async () => {
        await this.#refreshing;
        if (page === this.page) {
          this.#reading = null;
          this.#refresh();
        }
      }, wait);
    }
  }

  async #count() {
    if (this.page.counts) {
      this.counts = { ...this.counts, ...this.page.counts };
      this.draw();
    }
    if (!this.counted || Date.now() - this.counted > (this.page.queues ? APART_MS : ANYWAY_MS / 2)) {
      this.counted = Date.now();
      try {
        const [letters, holds] = await Promise.all([
          get("dead-letter/groups", { resolution_state: "OPEN" }), get("holds", { status: "ACTIVE", limit: COUNTED_HOLDS }),
        ]);
        this.counts = { dead: letters.total, held: holds.items.length, heldMore: holds.next_cursor !== null };
        this.draw();
      } catch {
        // The screen itself shows that the server does not answer.
      }
    }
  }

  #onEvent(event) {
    if (this.page && (event === null || this.page.concerns(event))) {
      this.stale();
    }
  }

  #tick() {
    if (!this.page || !session.me || document.hidden) {
      return;
    }
    this.#ticks++;
    if (this.#ticks % this.page.tickSeconds === 0) {
      this.draw();
    }
    if (Date.now() - this.#read > (this.page.unanswered ? UNANSWERED_MS : this.page.againMs ?? ANYWAY_MS)) {
      this.stale();
    }
  }

  #shortcut(event) {
    const typing = event.target.closest?.("input, textarea, select, dialog");
    if (isKey(event, "find") && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      document.getElementById("search")?.focus();
    } else if (isKey(event, "help") && !typing && session.me) {
      event.preventDefault();
      showKeys(this.page);
    } else if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.page?.pressed?.(event);
    }
  }

  #render() {
    document.title = this.page.title ? `${this.page.title} · Tapline` : "Tapline";
    render(session.me ? this.#frame() : this.page.view(), this.root);
    this.#showTab();
    this.page.drawn?.();
  }

  /** On a narrow screen the current tab may be outside the visible part of the bar. */
  #showTab() {
    const tab = document.querySelector('.tabs [aria-selected="true"]');
    if (tab && tab.id !== this.shownTab) {
      const bar = tab.parentElement;
      bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
    }
    this.shownTab = tab?.id;
  }

  #frame() {
    const here = location.pathname;
    return html`<a class="skip" href="#main">Skip to content</a>
      <div class="shell ${this.page.unanswered ? "stale" : ""}">
        <nav aria-label="Main">
          <a class="brand" href="/">${brand()}Tapline</a>
          <ul class="nav-list">
            ${NAVIGATION.map(([href, text, sign, pattern]) => html`<li>
              <a href=${href} aria-current=${pattern.test(here) ? "page" : nothing}>${icon(sign)}${text}${this.#badge(href)}</a>
            </li>`)}
          </ul>
          ${this.#account()}
        </nav>
        <div class="topbar">
          <form role="search" @submit=${(event) => this.#search(event)}>
            ${icon("search")}
            <input class="input" id="search" name="q" type="search" autocomplete="off"
              aria-label="Find by EUID, name, worker, correlation id or barcode"
              placeholder="EUID, name, worker, correlation id, barcode">
            <kbd aria-hidden="true">/</kbd>
          </form>
          ${session.me.notice ? html`<span class="tenant-notice" role="note">${session.me.notice}</span>` : nothing}
          ${this.#stream()}
        </div>
        <main id="main" tabindex="-1">${this.#unanswered()}${switchNote(this)}<div class="page-body ${this.page.unanswered && !this.page.loaded ? "unread" : ""}">${this.page.view()}</div></main>
      </div>`;
  }

  /** Marks stale values, so that they are never taken for current ones. */
  #unanswered() {
    const { unanswered, loaded, asOf } = this.page;
    if (!unanswered) {
      return nothing;
    }
    const cause = unanswered.status === 0 ? "The server does not respond." : `The server cannot answer: ${unanswered.message}.`;
    return html`<div class="note bad" role="alert" data-unanswered>${icon("warn")}<div class="text">
      <strong>${cause}${loaded ? ` Data as of ${clock(asOf)}.` : ""}</strong>
      <span class="small">${loaded ? "The values may have changed since then." : "No data could be read."} The page retries every few seconds.</span>
    </div></div>`;
  }

  #badge(href) {
    if (href === "/dead-letters" && this.counts.dead) {
      return html`<span class="count" aria-label="${count(this.counts.dead)} open">${count(this.counts.dead)}</span>`;
    }
    if (href === "/holds" && this.counts.held) {
      const holds = `${count(this.counts.held)}${this.counts.heldMore ? "+" : ""}`;
      return html`<span class="count held" aria-label="${holds} active">${holds}</span>`;
    }
    return nothing;
  }

  #account() {
    const me = session.me;
    return html`<div class="account">
      <div><span class="label muted">Tenant</span> <strong data-tenant>${me.tenant}</strong></div>
      <div class="roles"><span class="muted">${me.principal}</span>
        <span class="row">${me.roles.map((role) => html`<span class="tag">${role}</span>`)}</span></div>
      <div class="row">
        <button class="button quiet small" type="button" @click=${() => this.#theme()} aria-label="Switch between light and dark theme"
          title="Light or dark theme">${icon(dark() ? "sun" : "moon")}</button>
        <a class="button quiet small" href="/docs/words" target="_blank" rel="noopener" title="Glossary of terms">Glossary</a>
        <a class="button quiet small" href="/docs" target="_blank" rel="noopener" title="API reference">API</a>
        <a class="button quiet small" href="/sessions" aria-label="Sessions" title="Your sessions">${icon("screen")}</a>
        <button class="button quiet small" type="button" @click=${() => this.signOut()}>${icon("leave")}Sign out</button>
      </div>
    </div>`;
  }

  #stream() {
    const [text, look] = {
      live: ["Live", "on"],
      paused: ["Paused", "off"],
      reconnecting: ["Reconnecting…", "off"],
      connecting: ["Connecting…", ""],
    }[this.live.state];
    // The stream is of no use while reads fail.
    return this.page.unanswered
      ? html`<span class="live-state off" role="status">Disconnected</span>`
      : html`<span class="live-state ${look}" role="status">${text}</span>`;
  }

  #search(event) {
    event.preventDefault();
    const text = event.target.elements.q.value.trim();
    if (text) {
      event.target.reset();
      this.go(`/search?q=${encodeURIComponent(text)}`);
    }
  }

  #theme() {
    const next = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("tapline.theme", next);
    } catch {
      // Then it applies to this page only.
    }
    this.draw();
  }
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function brand() {
  return html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f766e"></rect><path d="M7 10h18M16 10v13" stroke="#fff" stroke-width="3.4" stroke-linecap="round" fill="none"></path><circle cx="16" cy="24" r="2.6" fill="#5eead4"></circle></svg>`;
}
