// Runs before the first paint, so that a dark theme does not flash white. Not a module: modules run later.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("tapline.theme");
  } catch {
    // Storage may be disabled; then the system setting applies.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
})();
