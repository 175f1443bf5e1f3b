// pg-boss in batches of 100, with the throughput settings of its documentation.

import { PgBoss } from "pg-boss";
import { drive, payloads } from "./driver.mjs";
import { observe } from "./observe.mjs";

const QUEUE = "bench";
const WORK = { batchSize: 100, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };

const boss = new PgBoss({
  host: process.env.PGHOST,
  port: Number(process.env.PGPORT),
  user: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.PGDATABASE,
  useListenNotify: true,
});
boss.on("error", (error) => console.error(error.message));
await boss.start();
await boss.createQueue(QUEUE, { notify: true });

const numbers = new Map();

await drive({
  enqueue: (from, count) =>
    boss.insert(
      QUEUE,
      payloads(from, count).map((data) => ({ data })),
    ),

  async start(done) {
    observe(
      (text, values) =>
        typeof text === "string" && text.includes("state = 'completed',") ? values[1] : undefined,
      (ids) => {
        done(ids.map((id) => numbers.get(id)));
        ids.forEach((id) => numbers.delete(id));
      },
    );
    await boss.work(QUEUE, WORK, async (jobs) => {
      jobs.forEach((job) => numbers.set(job.id, job.data.n));
    });
  },

  stop: () => boss.stop({ graceful: true }),
});
