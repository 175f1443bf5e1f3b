// graphile-worker with the settings of its performance page: "plain" or "batched", then the number of concurrent jobs.

import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import { drive, payloads } from "./driver.mjs";
import { observe } from "./observe.mjs";

const [MODE, CONCURRENCY] = [process.argv[2], Number(process.argv[3])];
const BATCHED = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const PLAIN = { localQueue: { size: -1 }, completeJobBatchDelay: -1, failJobBatchDelay: -1 };

const logger = new Logger(() => (level, message) => {
  if (level === "error") {
    console.error(message);
  }
});
const pgPool = new pg.Pool({ max: CONCURRENCY + 1 });
const complain = (error) => console.error(error.message);
pgPool.on("error", complain);
pgPool.on("connect", (client) => client.on("error", complain));
const preset = {
  worker: {
    concurrentJobs: CONCURRENCY,
    maxPoolSize: CONCURRENCY + 1,
    ...(MODE === "batched" ? BATCHED : PLAIN),
  },
};
const utils = await makeWorkerUtils({ pgPool, preset, logger });
await utils.migrate();

const numbers = new Map();
let runner;

await drive({
  enqueue: (from, count) =>
    utils.addJobs(payloads(from, count).map((payload) => ({ identifier: "bench", payload }))),

  async start(done) {
    observe(
      (config) => (config?.name?.startsWith("complete_job") ? [config.values[0]].flat() : undefined),
      (ids) => {
        done(ids.map((id) => numbers.get(id)));
        ids.forEach((id) => numbers.delete(id));
      },
    );
    const taskList = {
      bench: (payload, { job }) => {
        numbers.set(job.id, payload.n);
      },
    };
    runner = await run({ pgPool, preset, logger, taskList, noHandleSignals: true });
  },

  async stop() {
    await runner?.stop();
    await utils.release();
    await pgPool.end();
  },
});
