import type { IncomingHttpHeaders } from 'node:http';
import { type AllowedHosts, allowedHosts } from './allowed-hosts.ts';
import { checkTarget, type Resolver, systemResolver } from './check-target.ts';
import { FetchRefused } from './fetch-refused.ts';
import { readBody } from './read-body.ts';
import { sendRequest } from './send-request.ts';

/** The limits of one fetch. */
export interface FetchLimits {
  /** How many bytes of a body are kept, before and after it is unpacked. */
  readonly maxBytes: number;
  /** From the first look-up to the last byte, redirects included. */
  readonly timeoutMs: number;
  /** 5 unless given. */
  readonly maxRedirects?: number;
  /** Sent only to where the first request goes, never along with a redirect to elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A page or file that was fetched. */
export interface Fetched {
  /** The address that the last redirect led to. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** True when there was more than the limit. */
  readonly isCut: boolean;
}

/** The options of `createGuardedFetch`. */
export interface GuardOptions {
  readonly allowed?: AllowedHosts;
  readonly resolver?: Resolver;
}

/** Fetches an address of the public web. Refuses with `FetchRefused`. */
export type GuardedFetch = (url: string, limits: FetchLimits) => Promise<Fetched>;

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Makes a GET for URLs that somebody else chose. It looks the name up itself, refuses unless every address is public or the
 * owner allowed the host, and connects to exactly what it checked; each redirect is checked again. It sends no cookies and
 * no credentials. It rejects with `FetchRefused`, or with the reason of an aborted `signal`.
 */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  const { allowed = allowedHosts([]), resolver = systemResolver } = options;

  return async (text, { signal, timeoutMs, maxBytes, headers = {}, maxRedirects = MAX_REDIRECTS }) => {
    const late = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? late : AbortSignal.any([late, signal]);

    async function follow(
      url: string,
      left: number,
      own: Readonly<Record<string, string>>,
    ): Promise<Fetched> {
      const target = await orAborted(either, checkTarget(url, { resolver, allowed }));
      const response = await sendRequest(target, { headers: own }, either);
      const { statusCode: status = 0, headers: answered } = response;
      const location = REDIRECTS.has(status) ? answered.location : undefined;
      if (location === undefined) {
        const { body, isCut } = await readBody(response, maxBytes, either);
        return { url: target.url.href, status, headers: answered, body, isCut };
      }
      response.destroy();
      if (left === 0) throw new FetchRefused('too_many_redirects', 'It redirects too many times.');
      if (!URL.canParse(location, target.url.href))
        throw new FetchRefused('bad_answer', 'It redirects to something that is not a URL.');
      const next = new URL(location, target.url);
      return follow(next.href, left - 1, next.origin === target.url.origin ? own : {});
    }

    try {
      return await follow(text, maxRedirects, headers);
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted) throw new FetchRefused('timeout', `It took longer than ${timeoutMs / 1000} s.`);
      throw error;
    }
  };
}

/** A look-up can't be stopped, but nobody has to wait for it. */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
