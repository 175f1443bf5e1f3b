// Every keyboard shortcut, once: handlers, hints and the help of "?" use this table.

/** The action of each entry and its keys; the first key is shown. */
export const KEYS = {
  find: { keys: ["/"], text: "Search" },
  help: { keys: ["?"], text: "Show keyboard shortcuts" },
  down: { keys: ["j", "ArrowDown"], text: "Next row" },
  up: { keys: ["k", "ArrowUp"], text: "Previous row" },
  select: { keys: ["x"], text: "Select or deselect the row" },
  all: { keys: ["a"], text: "Select all shown rows; pressed again, all matches" },
  open: { keys: ["Enter"], text: "Open the job of the row" },
  requeue: { keys: ["r"], text: "Requeue the selection" },
  ignore: { keys: ["i"], text: "Ignore the selection" },
  cancel: { keys: ["c"], text: "Cancel the selection" },
  release: { keys: ["r"], text: "Release the selection" },
};

/** Shortcuts on every screen. */
export const EVERYWHERE = ["find", "help"];

/** Shortcuts on every list with selectable rows. */
export const LIST_KEYS = ["down", "up", "select", "all"];

/** Whether the event is a key of this entry. */
export const isKey = (event, name) => KEYS[name].keys.includes(event.key);
