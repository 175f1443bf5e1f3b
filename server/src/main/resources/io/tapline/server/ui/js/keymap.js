// Every keyboard shortcut, once: handlers, hints and the help of "?" use this table.

/** The action of each entry and its keys; the first key is shown. */
export const KEYS = {
  find: { keys: ["/"], text: "Find something" },
  help: { keys: ["?"], text: "Show these keys" },
  down: { keys: ["j", "ArrowDown"], text: "Next row" },
  up: { keys: ["k", "ArrowUp"], text: "Row before" },
  pick: { keys: ["x"], text: "Pick the row, or leave it out again" },
  all: { keys: ["a"], text: "Pick all that are shown; pressed again, all that match" },
  open: { keys: ["Enter"], text: "Open the row" },
  requeue: { keys: ["r"], text: "Requeue what is picked" },
  ignore: { keys: ["i"], text: "Ignore what is picked" },
  cancel: { keys: ["c"], text: "Cancel what is picked" },
  release: { keys: ["r"], text: "Release what is picked" },
};

/** Shortcuts on every screen. */
export const EVERYWHERE = ["find", "help"];

/** Shortcuts on every list with selectable rows. */
export const LIST_KEYS = ["down", "up", "pick", "all"];

/** Whether the event is a key of this entry. */
export const isKey = (event, name) => KEYS[name].keys.includes(event.key);
