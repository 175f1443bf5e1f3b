// Search and language choice on the pages of the reference; the pages are complete without this script.
(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const store = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage may be disabled: then the choice applies to this page only.
    }
  };

  // The theme of the screens, before the first paint.
  const theme = stored("tapline.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }

  /** Shows one language at a time, the same one everywhere. */
  function show(language) {
    document.documentElement.dataset.language = language;
    for (const button of document.querySelectorAll("[data-choose]")) {
      button.setAttribute("aria-pressed", String(button.dataset.choose === language));
    }
  }

  function languages() {
    for (const samples of document.querySelectorAll(".samples")) {
      const choice = document.createElement("div");
      choice.className = "choice";
      choice.setAttribute("role", "group");
      choice.setAttribute("aria-label", "Language");
      for (const sample of samples.querySelectorAll(".sample")) {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.choose = sample.dataset.language;
        button.textContent = sample.querySelector("h3").textContent;
        button.addEventListener("click", () => {
          const top = button.getBoundingClientRect().top;
          store("tapline.language", sample.dataset.language);
          show(sample.dataset.language);
          // The clicked element keeps its position although samples above it changed their height.
          scrollBy(0, button.getBoundingClientRect().top - top);
        });
        choice.append(button);
      }
      const copy = document.createElement("button");
      copy.type = "button";
      copy.className = "copy";
      copy.textContent = "Copy";
      copy.addEventListener("click", async () => {
        const shown = [...samples.querySelectorAll(".sample")].find((sample) => sample.offsetParent !== null);
        await navigator.clipboard?.writeText(shown.querySelector("code").textContent);
        copy.textContent = navigator.clipboard ? "Copied" : "Select it and copy";
        setTimeout(() => (copy.textContent = "Copy"), 1200);
      });
      choice.append(copy);
      samples.prepend(choice);
    }
    const chosen = stored("tapline.language");
    show(["curl", "python", "java"].includes(chosen) ? chosen : "curl");
  }

  /** Searches while the user types; the last query wins. */
  function search() {
    const field = document.getElementById("search");
    const found = document.getElementById("found");
    if (!field) {
      // An error page has no results.
      return;
    }
    let asking = null;
    const close = () => {
      asking?.abort();
      found.hidden = true;
    };
    field.addEventListener("input", async () => {
      asking?.abort();
      const asked = field.value.trim();
      if (!asked) {
        close();
        return;
      }
      asking = new AbortController();
      try {
        const answer = await fetch(`/docs/search?q=${encodeURIComponent(asked)}`, { signal: asking.signal });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        found.replaceChildren(...(page.querySelector("main")?.children ?? []));
        found.querySelector("h1")?.remove();
        found.hidden = !answer.ok;
      } catch (problem) {
        if (problem.name !== "AbortError") {
          close();
        }
      }
    });
    found.addEventListener("click", (event) => event.target.closest("a") && close());
    document.addEventListener("click", (event) => event.target.closest("form[role=search]") || close());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        close();
      } else if (event.key === "/" && !event.target.closest("input") && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        field.focus();
      }
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    languages();
    search();
    // The chosen language changes heights, so the call of the address is scrolled to only now.
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  });
})();
