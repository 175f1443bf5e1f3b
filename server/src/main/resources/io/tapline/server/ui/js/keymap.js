// Every key that does something, once: handlers, hints and the list that "?" shows go by this table.

/** What each does, and the keys for it; the first is the one that is shown. */
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

/** What works on every screen. */
export const EVERYWHERE = ["find", "help"];

/** On every list whose rows can be picked. */
export const LIST_KEYS = ["down", "up", "pick", "all"];

/** Whether this is the key for it. */
export const isKey = (event, name) => KEYS[name].keys.includes(event.key);
