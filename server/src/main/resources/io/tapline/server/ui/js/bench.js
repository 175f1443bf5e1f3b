// The signed-in person as a worker: registered at the first claim, kept alive with its leases while a page is open. The server
// stores the worker of a person, so that they can continue with their leases in another browser.
import { act, get } from "./api.js";
import { session, may } from "./session.js";
import { done, freshKey, keyOf } from "./keys.js";
import { finish, take } from "./actions.js";
import { one, titled } from "./nouns.js";
import { openForm } from "./parts/form.js";
import { toast } from "./parts/toast.js";
import { secondsUntil } from "./format.js";

const HEARTBEAT_TTL_SECONDS = 120;
const HEARTBEAT_MS = 30_000;
const MOST_LEASES = 50;
/** Leases are renewed after a third of their time. */
const RENEW_BELOW = 2 / 3;

class Bench {
  #timer = null;

  get workerEuid() {
    return session.me?.worker_euid ?? null;
  }

  /** Whether the worker of this person holds the lease. */
  holds(lease) {
    return may("work") && lease.worker_lookup_euid != null && lease.worker_lookup_euid === this.workerEuid;
  }

  /** Starts the heartbeats, which run while the page is open. */
  keepAlive() {
    if (!this.#timer && this.workerEuid && may("work")) {
      this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS);
      this.#beat();
    }
  }

  async #beat() {
    const workerEuid = this.workerEuid;
    if (!session.me || !workerEuid) {
      return;
    }
    try {
      await act("heartbeat-worker", freshKey(), { worker_euid: workerEuid });
      const held = await get("leases", { status: "ACTIVE", worker_euid: workerEuid, limit: MOST_LEASES });
      const due = held.items.filter((lease) => secondsUntil(lease.expires_at) < lease.ttl_seconds * RENEW_BELOW);
      for (const lease of due) {
        await act("renew-lease", freshKey(), { worker_euid: workerEuid, lease_euid: lease.lease_euid });
      }
    } catch {
      // A lost lease is shown when it is used.
    }
  }

  async #register(capabilities) {
    const answer = await act("register-worker", freshKey(), {
      worker_key: `human:${session.me.principal}`,
      display_name: session.me.principal,
      worker_type: "HUMAN_SESSION",
      capabilities,
      max_concurrent_leases: MOST_LEASES,
      heartbeat_ttl_seconds: HEARTBEAT_TTL_SECONDS,
      process_identity: "web",
      host: location.host,
    });
    session.me.worker_euid = answer.worker_euid;
    this.keepAlive();
    return answer.worker_euid;
  }

  async #capabilities() {
    if (!this.workerEuid) {
      return [];
    }
    try {
      return (await get(`workers/${encodeURIComponent(this.workerEuid)}`)).capabilities ?? [];
    } catch {
      return [];
    }
  }

  /** Claims one job, or the next one of a queue. */
  async claim(queue, subject = null) {
    const mine = await this.#capabilities();
    const needed = queue.required_worker_capabilities ?? [];
    const target = subject?.subject_euid ?? queue.queue_key;
    return openForm({
      id: `claim:${target}`,
      title: subject ? `Claim ${subject.subject_name || subject.subject_euid}` : `Claim the next ${one(queue)} of ${queue.queue_key}`,
      verb: "Claim",
      effects: [
        `The ${one(queue)} is leased to you, and this page renews the lease while it is open.`,
        subject ? "No other worker can claim it meanwhile." : `You get the first ${one(queue)} in claim order; no other worker can claim it meanwhile.`,
      ],
      fields: [
        { name: "capabilities", label: "Your capabilities", type: "list", value: [...new Set([...mine, ...needed])],
          help: needed.length ? `The queue requires ${needed.join(", ")}. One per line.` : "The queue requires none. One per line." },
        { name: "start", label: "Start immediately", type: "flag", value: true, always: true },
      ],
      send: async (key, values) => {
        const workerEuid = await this.#register(values.capabilities ?? []);
        return act("claim", key, {
          worker_euid: workerEuid,
          queue_key: queue.queue_key,
          ...(subject ? { subject_euid: subject.subject_euid } : {}),
          max_items: 1,
          start: values.start,
        });
      },
      done: (answer) => (answer.claims.length ? `Claimed ${answer.claims[0].subject_euid}.` : `No ${one(queue)} can be claimed now.`),
    });
  }

  async start(subject, lease) {
    const form = `start:${lease.lease_euid}`;
    const answer = await act("start", keyOf(form), {
      subject_euid: subject.subject_euid, worker_euid: this.workerEuid, lease_euid: lease.lease_euid,
    });
    done(form);
    toast(`${titled(one(subject))} started.`);
    return answer;
  }

  take(step, subject, lease) {
    return take(step, subject, { workerEuid: this.workerEuid, leaseEuid: lease.lease_euid });
  }

  finish(action, subject, lease) {
    return finish(action, subject, { workerEuid: this.workerEuid, leaseEuid: lease.lease_euid });
  }

  /** An administrator ends a step whose queue requires an action of a pack. */
  override(subject, lease) {
    return finish("complete", subject, { workerEuid: this.workerEuid, leaseEuid: lease.lease_euid }, { override: true });
  }

  release(subject, lease) {
    return openForm({
      id: `release:${lease.lease_euid}`,
      action: "release-lease",
      title: `Release ${subject.subject_name || subject.subject_euid}`,
      verb: "Release lease",
      effects: [`The lease ends, no attempt is spent, and other workers can claim the ${one(subject)} at once.`],
      fields: [{ name: "reason", label: "Reason", type: "area" }],
      body: (values) => ({ lease_euid: lease.lease_euid, worker_euid: this.workerEuid, ...values }),
      done: "Lease released.",
    });
  }
}

export const bench = new Bench();
