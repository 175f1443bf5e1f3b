// What the benchmark and a queue library of Node.js say to each other, a line at a time.
//
//   in    enqueue FROM COUNT    add jobs, numbered from FROM
//         start                 set the workers to work
//         (end of input)        stop
//   out   ready                 the queue is set up
//         ok                    the last command is done
//         done NUMBER:AGE …     jobs whose end is durable, and how many microseconds ago that was

import { createInterface } from "node:readline";

// Often enough to follow, seldom enough to cost nothing.
const REPORT_MILLIS = 10;

// A library that does not stop in this time is left behind.
const STOP_MILLIS = 10_000;

const say = (line) => process.stdout.write(line + "\n");

function reporter() {
  let finished = [];
  const report = () => {
    const now = process.hrtime.bigint();
    say("done " + finished.map(([number, at]) => `${number}:${(now - at) / 1000n}`).join(" "));
    finished = [];
  };
  return (numbers) => {
    if (finished.length === 0) {
      setTimeout(report, REPORT_MILLIS);
    }
    const now = process.hrtime.bigint();
    for (const number of numbers) {
      finished.push([number, now]);
    }
  };
}

/** Runs a peer: {enqueue(from, count), start(done), stop()}, each of which may return a promise. */
export async function drive(peer) {
  const done = reporter();
  say("ready");
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, from, count] = line.split(" ");
    if (command === "enqueue") {
      await peer.enqueue(Number(from), Number(count));
    } else if (command === "start") {
      await peer.start(done);
    } else {
      throw new Error(`no command ${line}`);
    }
    say("ok");
  }
  setTimeout(() => process.exit(0), STOP_MILLIS).unref();
  await peer.stop();
  process.exit(0);
}

/** The numbers from `from` on, as payloads. */
export const payloads = (from, count) => Array.from({ length: count }, (_, i) => ({ n: from + i }));
