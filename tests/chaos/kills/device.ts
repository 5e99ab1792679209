import { setTimeout as sleep } from 'node:timers/promises';
import { KEY_HEADER } from '../../../packages/engine/src/run.ts';
import type { Random } from './random.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The addresses of the servers. The caller has to find out which of them is alive. */
export interface Place {
  readonly ports: readonly number[];
  /** Aborted when nobody waits any longer. */
  readonly giveUp: AbortSignal;
}

/** How long an answer is waited for at first; on a machine that is slow, longer each time. */
const SILENCE_MS = 2_500;
const LONGEST_SILENCE_MS = 15_000;

/** Somebody's phone or laptop: signed in once, it asks any server, again and again until one answers. */
export class Device {
  readonly #place: Place;
  readonly #random: Random;
  readonly #session: string;
  readonly #key: string;

  private constructor(place: Place, random: Random, session: string, key: string) {
    this.#place = place;
    this.#random = random;
    this.#session = session;
    this.#key = key;
  }

  static async signIn(place: Place, token: string, random: Random): Promise<Device> {
    const nobody = new Device(place, random, '', '');
    const { answer, text } = await nobody.#persist('POST', '/api/session', { token });
    const cookie = answer.headers.get('set-cookie') ?? '';
    const [, session = ''] = /^[^=]+=([^;]+)/.exec(cookie) ?? [];
    if (session === '') throw new Error(`Signing in was answered with ${answer.status}.`);
    const { key } = JSON.parse(text) as { readonly key: string };
    return new Device(place, random, session, key);
  }

  /** Sends a command until it is answered. Safe because commands carry an id. */
  async send(path: string, body: unknown): Promise<Answer> {
    const { answer, text } = await this.#persist('POST', path, body);
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async read(path: string): Promise<unknown> {
    const { answer, text } = await this.#persist('GET', path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Opens a stream at any server, once. */
  watch(path: string, lastId: string, signal: AbortSignal): Promise<Response> {
    const headers = lastId === '' ? {} : { 'last-event-id': lastId };
    return this.#fetch(path, { headers, signal });
  }

  #fetch(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response> {
    const port = this.#random.pick(this.#place.ports);
    const both = { cookie: `millrace_${port}=${this.#session}`, [KEY_HEADER]: this.#key };
    return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...init.headers, ...both } });
  }

  /** Until an answer that is final: a server that is gone, asleep or without its database may be another moment's. */
  async #persist(method: string, path: string, body?: unknown): Promise<{ answer: Response; text: string }> {
    const { giveUp } = this.#place;
    for (let silence = SILENCE_MS; ; silence = Math.min(LONGEST_SILENCE_MS, silence * 1.5)) {
      try {
        const signal = AbortSignal.timeout(path.endsWith('/cancel') ? 2 * silence : silence);
        const answer = await this.#fetch(path, {
          method,
          signal,
          ...(body !== undefined && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        });
        const text = await answer.text();
        if (answer.status < 500) return { answer, text };
      } catch (error) {
        if (giveUp.aborted) throw error;
      }
      await sleep(this.#random.between(20, 120));
    }
  }
}
