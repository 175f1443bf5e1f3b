// The line protocol between the benchmark and a queue library of Node.js.
//
//   in    enqueue FROM COUNT    add jobs, numbered from FROM
//         start                 start the workers
//         (end of input)        stop
//   out   ready                 the queue is set up
//         ok                    the last command is done
//         done NUMBER:AGE …     jobs whose completion is durable, with its age in microseconds

import { createInterface } from "node:readline";

// Short enough for accurate times, long enough for a low cost.
const REPORT_MILLIS = 10;

// The process exits after this time even if the library does not stop.
const STOP_MILLIS = 10_000;

const send = (line) => process.stdout.write(line + "\n");

function reporter() {
  let finished = [];
  const report = () => {
    const now = process.hrtime.bigint();
    send("done " + finished.map(([number, at]) => `${number}:${(now - at) / 1000n}`).join(" "));
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
  send("ready");
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, from, count] = line.split(" ");
    if (command === "enqueue") {
      await peer.enqueue(Number(from), Number(count));
    } else if (command === "start") {
      await peer.start(done);
    } else {
      throw new Error(`no command ${line}`);
    }
    send("ok");
  }
  setTimeout(() => process.exit(0), STOP_MILLIS).unref();
  await peer.stop();
  process.exit(0);
}

/** Payloads with the numbers from `from` on. */
export const payloads = (from, count) => Array.from({ length: count }, (_, i) => ({ n: from + i }));
