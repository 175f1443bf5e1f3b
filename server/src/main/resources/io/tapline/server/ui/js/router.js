// Maps addresses to screens, and opens links without a reload.
import { DashboardPage } from "./pages/dashboard.js";
import { AllWorkPage } from "./pages/allwork.js";
import { QueuePage } from "./pages/queue.js";
import { SubjectPage } from "./pages/subject.js";
import { SearchPage } from "./pages/search.js";
import { WorkersPage } from "./pages/workers.js";
import { WorkerPage } from "./pages/worker.js";
import { DeadLettersPage } from "./pages/deadletters.js";
import { HoldsPage } from "./pages/holds.js";
import { WorkflowsPage } from "./pages/workflows.js";
import { WorkflowPage } from "./pages/workflow.js";
import { ActivityPage } from "./pages/activity.js";
import { SessionsPage } from "./pages/sessions.js";
import { SignInPage } from "./pages/signin.js";
import { NotFoundPage } from "./pages/notfound.js";

const ROUTES = [
  [/^\/$/, DashboardPage],
  [/^\/work$/, AllWorkPage],
  [/^\/sign-in$/, SignInPage],
  [/^\/queues\/([^/]+)$/, QueuePage],
  [/^\/subjects\/([^/]+)$/, SubjectPage],
  [/^\/(?:subjects|search)$/, SearchPage],
  [/^\/workers$/, WorkersPage],
  [/^\/workers\/([^/]+)$/, WorkerPage],
  [/^\/dead-letters$/, DeadLettersPage],
  [/^\/holds$/, HoldsPage],
  [/^\/workflows$/, WorkflowsPage],
  [/^\/workflows\/([^/]+)$/, WorkflowPage],
  [/^\/activity$/, ActivityPage],
  [/^\/sessions$/, SessionsPage],
];

export function pageAt(app, address) {
  for (const [pattern, Page] of ROUTES) {
    const match = pattern.exec(address.pathname);
    if (match) {
      return new Page(app, match[1] === undefined ? undefined : decodeURIComponent(match[1]), address.searchParams);
    }
  }
  return new NotFoundPage(app);
}

/** Paths of server pages, which are not screens. */
const OWN = ["/docs", "/login", "/openapi.json"];

/** Whether an address is a server page, which the browser has to load. */
export const isOwn = (address) => OWN.some((path) => address.startsWith(path));

/** Handles clicks on internal links without a reload; clicks with a modifier are left to the browser. */
export function catchLinks(go) {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    const link = event.target.closest?.("a[href]");
    const href = link?.getAttribute("href") ?? "";
    if (!href.startsWith("/") || link.getAttribute("target") || link.hasAttribute("download") || isOwn(href)) {
      return;
    }
    event.preventDefault();
    go(href);
  });
}
