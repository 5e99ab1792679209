import type { Context } from 'hono';
import type { PeopleStore, SessionStore } from '../store/account.ts';
import { type Limits, limitStreams } from './request/limits.ts';
import { type OpenStream, openSse, type SseStream } from './stream/sse-stream.ts';

/** The streams that devices read. */
export interface OpenStreams {
  /** Opens streams, as many for each device as it may have. */
  readonly open: OpenStream;
  /** True when somebody reads. */
  readonly isRead: boolean;
  /** Ends the streams of devices that are no longer signed in. */
  check(): Promise<void>;
  end(): void;
}

export function createOpenStreams(store: SessionStore & PeopleStore, limits: Limits): OpenStreams {
  const enter = limitStreams(limits);
  const streams = new Map<SseStream, { readonly account: string; readonly session: string }>();
  const readerOf = (c: Context) => ({ account: c.get('account').id, session: c.get('session') });
  return {
    open(c, headers) {
      const leave = enter(c);
      const stream = openSse(c.env.outgoing, headers);
      streams.set(stream, readerOf(c));
      const forget = (): void => {
        streams.delete(stream);
        leave();
      };
      if (stream.signal.aborted) forget();
      else stream.signal.addEventListener('abort', forget);
      return stream;
    },
    get isRead() {
      return streams.size > 0;
    },
    async check() {
      const accounts = new Set([...streams.values()].map(({ account }) => account));
      for (const account of accounts) {
        const isActive = (await store.getAccount(account))?.status === 'active';
        const sessions = isActive ? await store.listSessions(account, Date.now()) : [];
        const here = new Set(sessions.map(({ hash }) => hash));
        for (const [stream, reader] of streams)
          if (reader.account === account && !here.has(reader.session)) stream.end();
      }
    },
    end() {
      for (const stream of streams.keys()) stream.end();
    },
  };
}
