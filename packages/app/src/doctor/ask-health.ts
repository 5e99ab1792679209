import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { CLAIMED_ADDRESS } from '@millrace/server';

/** The answer of an address to "are you a Millrace, and how are you?". */
export type Health =
  | { readonly state: 'well' }
  /** A Millrace that refuses, with the code and words of the refusal. */
  | { readonly state: 'trouble'; readonly status: number; readonly code: string; readonly message: string }
  /** Something else answers. */
  | { readonly state: 'foreign'; readonly status: number; readonly location: string | undefined }
  /** The certificate is not one that this machine takes. */
  | { readonly state: 'untrusted'; readonly why: string }
  | { readonly state: 'silent'; readonly why: string };

const MOST_BODY = 10_000;
/** The codes of OpenSSL and Node about certificates. */
const CERTIFICATE = /CERT|SELF_SIGNED|^UNABLE_TO_|ISSUER/;

/**
 * Asks `/healthz` below an address, by `ask`. A redirect is not followed. Rejects only when the signal says so.
 */
export async function askHealth(
  address: string,
  signal: AbortSignal,
  ask: Get = getAsOthers,
): Promise<Health> {
  try {
    const { status, location, body } = await ask(`${address.replace(/\/$/, '')}/healthz`, signal);
    const said = readJson(await firstOf(body));
    const isWell = status >= 200 && status < 300;
    if (isWell && said['status'] === 'ok') return { state: 'well' };
    const { code, message } = said;
    if (!isWell && typeof code === 'string' && typeof message === 'string')
      return { state: 'trouble', status, code, message };
    return { state: 'foreign', status, location };
  } catch (error) {
    signal.throwIfAborted();
    const why = rootOf(error);
    return { state: CERTIFICATE.test(why) ? 'untrusted' : 'silent', why };
  }
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

type Get = (url: string, signal: AbortSignal) => Promise<Answer>;

const getAsOthers: Get = async (url, signal) => {
  const { status, headers, body } = await fetch(url, { redirect: 'manual', signal });
  return { status, location: headers.get('location') ?? undefined, body: body ?? [] };
};

/** Asks a server of this machine: its certificate is for the names by which others know it, so any counts. */
export const getFromOwn: Get = async (url, signal) => {
  if (!url.startsWith('https:')) return getAsOthers(url, signal);
  const [answer] = (await once(
    get(url, { rejectUnauthorized: false, agent: false, signal }),
    'response',
  )) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, location: answer.headers.location, body: answer };
};

/**
 * Asks for a stream that begins at once and ends a moment later. `held`: both came together, so something between here and the server
 * holds streams back. `unknown`: the server sent none.
 */
export async function askStream(address: string, signal: AbortSignal): Promise<'flows' | 'held' | 'unknown'> {
  const headers = { accept: 'text/event-stream' };
  const answer = await fetch(`${address}/healthz`, { headers, redirect: 'manual', signal });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  let text = '';
  if (!answer.ok || !isStream || answer.body === null) {
    await answer.body?.cancel();
    return 'unknown';
  }
  const decoder = new TextDecoder();
  // To leave the loop ends the request.
  for await (const bytes of answer.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes('data:')) return 'held';
    if (text !== '') return 'flows';
  }
  return 'held';
}

/** The way that the word of proxies about a client comes to the server, for a client that lies. Undefined where the server does not say. */
export async function askForwarded(address: string, signal: AbortSignal): Promise<string | undefined> {
  const headers = { 'x-forwarded-for': CLAIMED_ADDRESS };
  const answer = await fetch(`${address}/healthz?forwarded`, { headers, redirect: 'manual', signal });
  const { forwarded } = readJson(await firstOf(answer.body ?? []));
  return typeof forwarded === 'string' ? forwarded : undefined;
}

/** The beginning of a body: a stranger may send one without end. */
async function firstOf(body: Answer['body']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MOST_BODY) break;
  }
  return text;
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** The root cause of an error: fetch tells nothing itself. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return rootOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ?? error.message;
}
