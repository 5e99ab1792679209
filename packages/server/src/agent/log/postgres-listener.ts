import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@millrace/engine';
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import type { Address } from '../../store/postgres/address.ts';
import { isLost } from '../../store/postgres/failure.ts';
import { createBus, type Wake } from './bus.ts';
import { readPayload, toPayloads } from './notify-payloads.ts';
import type { PostgresBus, PostgresBusOptions } from './postgres-bus.ts';

/** How long topics are collected before other nodes are told. */
const COLLECT_MS = 5;
const POLL_MS = 500;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/** A session that does not answer for this long is a lost one. */
const SILENCE_MS = 10_000;
const BEAT_MS = 10_000;
/** An engine without NOTIFY is asked again now and then: a pooler in between may have been the reason. */
const ASK_AGAIN_MS = 60_000;
const ECHO_MS = 2_000;

interface Session {
  readonly client: Client;
  readonly channel: string;
}

/** The bus of `openPostgresBus`. */
export class PostgresListener implements PostgresBus {
  readonly #config: ClientConfig;
  readonly #pollMs: number;
  readonly #beatMs: number;
  readonly #local = createBus();
  readonly #subscriptions = new Set<{ readonly wake: Wake }>();
  /** The topics that other nodes have not been told yet. */
  #waiting = new Set<string>();
  #collecting: ReturnType<typeof setTimeout> | undefined;
  #telling: Promise<void> | undefined;
  #session: Session | undefined;
  #polling: ReturnType<typeof setInterval> | undefined;
  #reconnecting: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE_MS;
  #closed = false;

  constructor(address: Address, { pollMs = POLL_MS, beatMs = BEAT_MS }: PostgresBusOptions) {
    this.#config = { ...address.config, query_timeout: SILENCE_MS };
    this.#pollMs = pollMs;
    this.#beatMs = beatMs;
  }

  publish(topic: string, about?: string, events?: readonly StoredEvent[]): void {
    this.#local.publish(topic, about, events);
    this.#waiting.add(about === undefined ? topic : `${topic}${ABOUT}${about}`);
    this.#collect();
  }

  subscribe(topic: string, wake: Wake): () => void {
    const subscription = { wake };
    this.#subscriptions.add(subscription);
    const unsubscribe = this.#local.subscribe(topic, wake);
    return () => {
      this.#subscriptions.delete(subscription);
      unsubscribe();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of [this.#collecting, this.#polling, this.#reconnecting]) clearTimeout(timer);
    await this.#telling;
    await this.#tell();
    const session = this.#session;
    this.#session = undefined;
    await session?.client.end();
  }

  /** Rejects when Postgres can't be reached; without NOTIFY, polling begins. */
  async connect(): Promise<void> {
    const session = await openSession(this.#config, (payload) => this.#hear(payload));
    if (this.#closed) return session?.client.end();
    clearInterval(this.#polling);
    this.#polling = undefined;
    this.#pause = FIRST_PAUSE_MS;
    if (session === undefined) {
      this.#polling = setInterval(() => this.#wakeAll(), this.#pollMs);
      this.#waiting.clear();
      this.#connectIn(ASK_AGAIN_MS);
      return;
    }
    this.#session = session;
    session.client.once('end', () => this.#drop(session));
    this.#beat(session);
    this.#wakeAll();
    this.#collect();
  }

  /** Gives up a session that is lost, or as good as lost. */
  #drop(session: Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    void session.client.end();
    this.#reconnect();
  }

  #reconnect(): void {
    // Nodes that lost their sessions together do not come back in one moment.
    this.#connectIn(this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
  }

  #connectIn(ms: number): void {
    if (this.#closed) return;
    this.#reconnecting = setTimeout(() => void this.connect().catch(() => this.#reconnect()), ms);
    this.#reconnecting.unref();
  }

  /** A session that died without a word would never say that it is gone, nor would a node. */
  #beat(session: Session): void {
    const timer = setInterval(() => {
      if (this.#session !== session) return clearInterval(timer);
      session.client.query('SELECT 1').catch(() => this.#drop(session));
      this.#wakeAll();
    }, this.#beatMs);
    timer.unref();
  }

  #hear(payload: string): void {
    const topics = readPayload(payload);
    if (topics === 'everybody') this.#wakeAll();
    else for (const topic of topics) this.#local.publish(...splitTopic(topic));
  }

  #wakeAll(): void {
    for (const { wake } of [...this.#subscriptions]) wake();
  }

  #collect(): void {
    if (this.#session === undefined || this.#closed || this.#waiting.size === 0) return;
    this.#collecting ??= setTimeout(() => {
      this.#collecting = undefined;
      // While one message is on its way, the next collects.
      this.#telling ??= this.#tell().finally(() => {
        this.#telling = undefined;
        this.#collect();
      });
    }, COLLECT_MS);
  }

  /** Never rejects: what could not be told waits for the next session. */
  async #tell(): Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#waiting.size === 0) return;
    const topics = this.#waiting;
    this.#waiting = new Set();
    try {
      await session.client.query(NOTIFY, [session.channel, toPayloads(topics)]);
    } catch {
      this.#waiting = new Set([...topics, ...this.#waiting]);
      this.#drop(session);
    }
  }
}

/** Stands between a topic and what it is about. */
const ABOUT = '#';

function splitTopic(told: string): [topic: string, about?: string] {
  const at = told.indexOf(ABOUT);
  return at < 0 ? [told] : [told.slice(0, at), told.slice(at + ABOUT.length)];
}

const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';

const WHO = `SELECT pg_backend_pid() AS pid, 'millrace_' || md5(coalesce(current_schema(), '')) AS channel`;

/** A session that hears what others tell. Undefined when this Postgres has no NOTIFY. */
async function openSession(
  config: ClientConfig,
  hear: (payload: string) => void,
): Promise<Session | undefined> {
  const client = new Client(config);
  // `end` reports its end.
  client.on('error', () => {});
  await client.connect();
  try {
    const channel = await listen(client, hear);
    if (channel !== undefined) return { client, channel };
  } catch (error) {
    void client.end();
    if (isLost(error)) throw error;
    return undefined;
  }
  await client.end();
  return undefined;
}

/** The channel, once a message to oneself has arrived on it: some engines and poolers take LISTEN and never say a word. */
async function listen(client: Client, hear: (payload: string) => void): Promise<string | undefined> {
  const { rows } = await client.query<{ pid: number; channel: string }>(WHO);
  const { pid, channel } = rows[0] ?? { pid: 0, channel: '' };
  const heard = new Promise<string>((resolve) => {
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId === pid) resolve(channel);
      else hear(payload);
    });
  });
  // A hint need not be on disk.
  await client.query('SET synchronous_commit = off');
  await client.query(`LISTEN ${escapeIdentifier(channel)}`);
  await client.query(NOTIFY, [channel, ['[]']]);
  return Promise.race([heard, sleep(ECHO_MS, undefined, { ref: false })]);
}
