// Before the first paint, so that a dark room does not flash white. Not a module: those run later.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("tapline.theme");
  } catch {
    // Storage may be switched off; then the system decides.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
})();
