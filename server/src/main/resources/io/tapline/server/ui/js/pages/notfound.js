import { html } from "../lit.js";
import { Page } from "../page.js";
import { empty } from "../parts/text.js";

export class NotFoundPage extends Page {
  title = "Not found";

  view() {
    return html`<h1 class="hidden-visually">Not found</h1>${empty("Page not found", "Check the address.")}`;
  }
}
