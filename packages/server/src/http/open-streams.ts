import type { Context } from 'hono';
import type { Observe } from '../agent/log/observation.ts';
import type { PeopleStore, SessionStore } from '../store/account.ts';
import type { TokenStore } from '../store/token-store.ts';
import type { Pass } from './request/caller.ts';
import { limitStreams } from './request/limit-requests.ts';
import type { Limits } from './request/limits.ts';
import { type OpenStream, openStreamOf } from './stream/open-stream.ts';
import type { SseStream } from './stream/sse-stream.ts';

/** The streams that devices and programs read. */
export interface OpenStreams {
  /** Opens streams, as many for each device as it may have. */
  readonly open: OpenStream;
  /** True when somebody reads. */
  readonly isRead: boolean;
  /**
   * Ends the streams of those who may no longer read: of everybody, or only of accounts where somebody's time is over or somebody is
   * new, who may have been let in just before the door was closed.
   */
  check(whom: 'everybody' | 'due'): Promise<void>;
  end(): void;
}

interface Reader {
  readonly account: string;
  readonly pass: Pass;
  /** When to look again: 0 for one that is new, null for never. */
  due: number | null;
}

export function createOpenStreams(
  store: SessionStore & PeopleStore & TokenStore,
  limits: Limits,
  observe?: Observe,
): OpenStreams {
  const enter = limitStreams(limits);
  const streams = new Map<SseStream, Reader>();
  const readerOf = (c: Context): Reader => ({
    account: c.get('account').id,
    pass: c.get('pass'),
    due: 0,
  });

  /** The passes of an account that are good now, with their ends. Undefined when the account itself may no longer be here. */
  async function passesOf(
    account: string,
    now: number,
  ): Promise<ReadonlyMap<string, number | null> | undefined> {
    if ((await store.getAccount(account))?.status !== 'active') return undefined;
    const sessions = await store.listSessions(account, now);
    const tokens = await store.listApiTokens(account);
    return new Map<string, number | null>([
      ...sessions.map((session) => [`session ${session.hash}`, session.expiresAt] as const),
      ...tokens
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
        .map((token) => [`token ${token.id}`, token.expiresAt] as const),
    ]);
  }

  return {
    open(c, headers) {
      const leave = enter(c);
      const stream = openStreamOf(c, headers);
      streams.set(stream, readerOf(c));
      observe?.({ type: 'streams', open: streams.size });
      const forget = (): void => {
        streams.delete(stream);
        observe?.({ type: 'streams', open: streams.size });
        leave();
      };
      if (stream.signal.aborted) forget();
      else stream.signal.addEventListener('abort', forget);
      return stream;
    },
    get isRead() {
      return streams.size > 0;
    },
    async check(whom) {
      const now = Date.now();
      const concerned = [...streams.values()].filter(
        ({ due }) => whom === 'everybody' || (due !== null && due <= now),
      );
      for (const account of new Set(concerned.map((reader) => reader.account))) {
        // Streams that are opened from here on may know more than this answer.
        const readers = [...streams].filter(([, reader]) => reader.account === account);
        const passes = await passesOf(account, now);
        for (const [stream, reader] of readers) {
          const due = passes && (await dueOf(reader.pass, passes, now));
          if (due === undefined) stream.end();
          else reader.due = due;
        }
      }
    },
    end() {
      for (const stream of streams.keys()) stream.end();
    },
  };
}

/** How long the app around the server is believed about a user who reads a stream. */
const APP_MS = 30_000;

/** The time to look at a reader again, null for never; undefined for one that may no longer read. */
async function dueOf(
  pass: Pass,
  passes: ReadonlyMap<string, number | null>,
  now: number,
): Promise<number | null | undefined> {
  if (pass.type === 'app') return (await pass.isStillIn()) ? now + APP_MS : undefined;
  return passes.get(pass.type === 'session' ? `session ${pass.hash}` : `token ${pass.id}`);
}
