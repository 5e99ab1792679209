import { type BrowserSession, openBrowserSession, type SessionOptions } from './browser-session.ts';

/** The browsers of the runs of this process, one for each. */
export interface BrowserSessions {
  /** The one of a run; undefined when it has none. */
  find(runId: string): Promise<BrowserSession | undefined>;
  /** A fresh one, which replaces an older one. */
  open(runId: string): Promise<BrowserSession>;
  close(runId: string): Promise<void>;
}

export interface SessionsOptions extends SessionOptions {
  /** After so long without an action a browser is closed. */
  readonly idleMs: number;
  readonly mostBrowsers: number;
}

/** Keeps browsers until they are closed, idle, or too many: then the one that was used the longest time ago goes. */
export function createBrowserSessions({
  idleMs,
  mostBrowsers,
  ...options
}: SessionsOptions): BrowserSessions {
  const kept = new Map<
    string,
    { readonly session: Promise<BrowserSession>; timer: NodeJS.Timeout | undefined }
  >();

  async function close(runId: string): Promise<void> {
    const found = kept.get(runId);
    if (found === undefined) return;
    kept.delete(runId);
    clearTimeout(found.timer);
    await found.session.then((session) => session.close()).catch(() => {});
  }

  function touch(runId: string): void {
    const found = kept.get(runId);
    if (found === undefined) return;
    clearTimeout(found.timer);
    found.timer = setTimeout(() => void close(runId), idleMs);
    found.timer.unref();
    kept.delete(runId);
    kept.set(runId, found);
  }

  return {
    async find(runId) {
      touch(runId);
      return kept.get(runId)?.session;
    },
    async open(runId) {
      await close(runId);
      const [oldest] = kept.keys();
      if (kept.size >= mostBrowsers && oldest !== undefined) await close(oldest);
      const session = openBrowserSession(options);
      kept.set(runId, { session, timer: undefined });
      touch(runId);
      try {
        return await session;
      } catch (error) {
        kept.delete(runId);
        throw error;
      }
    },
    close,
  };
}
