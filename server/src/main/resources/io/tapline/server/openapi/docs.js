// The theme of the pages, and the start of the API viewer.
(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  // The theme of the screens, before the first paint.
  const theme = stored("tapline.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }

  /** The viewer has one theme; its colors are those of the pages at the time of its start. */
  function colors() {
    const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const pick = (light, other) => (dark ? other : light);
    const text = pick("#18202d", "#e7ebf2");
    const quiet = pick("#465164", "#b4bece");
    const surface = pick("#ffffff", "#161b23");
    const accent = pick("#0b6b63", "#4fd1c1");
    return {
      colors: {
        primary: { main: accent },
        success: { main: pick("#17713a", "#74d894") },
        warning: { main: pick("#8a5300", "#f0bd62"), contrastText: pick("#ffffff", "#161b23") },
        error: { main: pick("#b3202a", "#ff9097") },
        gray: { 50: pick("#f5f6f8", "#0e1218"), 100: pick("#eef0f4", "#232b37") },
        text: { primary: text, secondary: quiet },
        border: { light: pick("#dfe3ea", "#2a3341"), dark: pick("#dfe3ea", "#2a3341") },
        responses: {
          success: { color: pick("#17713a", "#74d894"), backgroundColor: pick("#e0f4e6", "#12321f"), tabTextColor: "#74d894" },
          error: { color: pick("#b3202a", "#ff9097"), backgroundColor: pick("#fde5e6", "#42181c"), tabTextColor: "#ff9097" },
        },
        http: { get: "#1d5fc4", post: "#17713a", put: "#8a5300", patch: "#8a5300", delete: "#b3202a" },
      },
      schema: {
        linesColor: pick("#c3cad6", "#3b4657"),
        typeNameColor: quiet,
        typeTitleColor: quiet,
        requireLabelColor: pick("#b3202a", "#ff9097"),
        nestedBackground: pick("#f5f6f8", "#0e1218"),
        arrow: { color: quiet },
      },
      sidebar: { backgroundColor: surface, textColor: text, activeTextColor: accent, width: "300px" },
      rightPanel: { backgroundColor: "#161b23", textColor: "#ffffff" },
      codeBlock: { backgroundColor: "#0e1218" },
      typography: {
        fontFamily: "inherit",
        fontSize: "15px",
        headings: { fontFamily: "inherit", fontWeight: "620" },
        code: { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", color: text, backgroundColor: pick("#eef0f4", "#232b37"), wrap: true },
        links: { color: accent, visited: accent, hover: accent },
      },
    };
  }

  document.addEventListener("DOMContentLoaded", () => {
    const reference = document.getElementById("reference");
    if (reference) {
      const options = {
        // The roles are in the description of each operation.
        hideSecuritySection: true,
        hideDownloadButtons: true,
        // The samples contain the request.
        hideRequestPayloadSample: true,
        nativeScrollbars: true,
        scrollYOffset: "header",
        theme: colors(),
      };
      Redoc.init("/openapi.json", options, reference);
    }
  });
})();
