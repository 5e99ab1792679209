import { createSseDecoder } from '@millrace/engine';
import { HEARTBEAT_HEADER } from '@millrace/engine/run';
import type { SseEvent } from '@millrace/engine/sse';
import { ApiError, refusal } from './api-error.ts';
import { isHidden, onPage } from './page-events.ts';
import { watchSilence } from './watch-silence.ts';

export interface FollowOptions {
  /** Opens the stream after the event with this id; resolves with the refusal of a server that will not serve it. */
  readonly connect: (lastId: string, signal: AbortSignal) => Promise<Response | ApiError>;
  readonly onEvent: (event: SseEvent) => void;
  /**
   * `lost` when the connection breaks and after each try that fails, `open` when bytes flow again, `resting` when a hidden page
   * has given it back.
   */
  readonly onConnection?: (connection: 'open' | 'lost' | 'resting') => void;
  /** The server has ended the stream; the client will connect again. */
  readonly onEnd?: () => void;
  /** The server refused the stream: it is over. */
  readonly onRefused?: (error: ApiError) => void;
  /** The server may be of another make, which says nothing for a while and can't be asked for the rest. */
  readonly patient?: boolean;
  /** Tells whether the stream stays open while the page is hidden. Without it, it does not. */
  readonly hidden?: HiddenStream;
}

/** A page's say about a stream that is followed while the page is hidden. */
export interface HiddenStream {
  stays(): boolean;
  /** Calls back when that has changed. */
  subscribe(listener: () => void): () => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** A server that asks for more would be taken for dead. */
const LONGEST_RETRY_MS = 60_000;
/** A server that does not say how often it beats may be silent for so long. */
const SILENCE_MS = 45_000;
/** Our own server beats this often, until its answer says otherwise. */
const BEAT_MS = 15_000;
/** A beat may come so much late. The line that tells of it comes two seconds after that, so five in all. */
const LATE_MS = 3000;
/** A try after a break brings its first byte within this time, the next one within twice that, up to the limit of silence. */
const ANSWER_MS = 5000;
/** A hidden tab gives its connection back: browsers allow six to one server, for all tabs together. */
const HIDDEN_MS = 30_000;

/** The state of one followed stream. */
interface Following {
  lastId: string;
  /** How long the first wait after a break is: as long as the server asks for. */
  firstWait: number;
  wait: number;
  /** How long a connection may be silent. */
  silenceMs: number;
  /** How long the next connection may take to its first byte. */
  answerMs: number;
  /** True when a hidden page has given the connection back. */
  isResting: boolean;
}

/**
 * Reads an event stream until the returned function is called. Comes back by itself after each break and
 * names the last id it saw, so that the server continues from there.
 */
export function followStream(options: FollowOptions): () => void {
  const stopped = new AbortController();
  void follow(options, stopped.signal);
  return () => stopped.abort();
}

async function follow(options: FollowOptions, stopped: AbortSignal): Promise<void> {
  const { onConnection, onRefused } = options;
  const silenceMs = options.patient ? SILENCE_MS : BEAT_MS + LATE_MS;
  const waits = { firstWait: FIRST_WAIT_MS, wait: FIRST_WAIT_MS };
  const state = { lastId: '', ...waits, silenceMs, answerMs: silenceMs, isResting: false };
  while (!stopped.aborted) {
    await wanted(options.hidden, stopped);
    try {
      const refused = await readOnce(options, stopped, state);
      if (refused !== undefined && !stopped.aborted) return onRefused?.(refused);
    } catch {
      // A broken connection: reported below, tried again after a while.
    }
    if (stopped.aborted) return;
    onConnection?.(state.isResting ? 'resting' : 'lost');
    if (state.isResting) continue;
    await pause(state.wait, stopped);
    state.wait = Math.min(state.wait * 2, Math.max(LONGEST_WAIT_MS, state.firstWait));
  }
}

/** One connection, read to its end. Resolves with the refusal of a server that will not serve this stream at all. */
async function readOnce(
  options: FollowOptions,
  stopped: AbortSignal,
  state: Following,
): Promise<ApiError | undefined> {
  const connection = new AbortController();
  const drop = (): void => connection.abort();
  // After a change of the network the connection may be dead without knowing it: another one costs nothing.
  const rest = (): void => {
    state.isResting = true;
    drop();
  };
  const moved = (): void => {
    if (state.silenceMs < SILENCE_MS) drop();
  };
  const forgets = [dropWhenHidden(options.hidden, rest), onPage(['online', 'offline'], moved)];
  stopped.addEventListener('abort', drop);
  const silence = watchSilence(state.answerMs, drop);
  state.isResting = false;
  state.answerMs = Math.min(state.answerMs * 2, state.silenceMs);
  try {
    const response = await options.connect(state.lastId, connection.signal);
    if (response instanceof ApiError) return response;
    if (stopped.aborted) return undefined;
    if (response.body === null) throw new TypeError('The stream has no body.');
    state.silenceMs = silenceOf(response);
    return await readBody(response.body.getReader(), options, stopped, state, silence.heard);
  } finally {
    silence.end();
    for (const forget of forgets) forget();
    stopped.removeEventListener('abort', drop);
    connection.abort();
  }
}

async function readBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { onEvent, onConnection, onEnd }: FollowOptions,
  stopped: AbortSignal,
  state: Following,
  heard: (limitMs: number) => void,
): Promise<undefined> {
  const decoder = createSseDecoder({
    onEvent(event) {
      if (stopped.aborted) return;
      if (event.id !== '') state.lastId = event.id;
      state.wait = state.firstWait;
      onEvent(event);
    },
    onId(id) {
      state.lastId = id;
    },
    onRetry(waitMs) {
      state.firstWait = Math.min(Math.max(waitMs, FIRST_WAIT_MS), LONGEST_RETRY_MS);
      state.wait = state.firstWait;
    },
  });
  for (let isFirst = true; ; isFirst = false) {
    const { done, value } = await reader.read();
    if (stopped.aborted) return undefined;
    // Only now it is known that bytes come through.
    if (isFirst) onConnection?.('open');
    if (done) return void onEnd?.();
    heard(state.silenceMs);
    state.answerMs = Math.min(ANSWER_MS, state.silenceMs);
    decoder.feed(value);
  }
}

/** How long a stream may be silent: its server says how often it beats. */
function silenceOf({ headers }: Response): number {
  const beat = Number(headers.get(HEARTBEAT_HEADER) ?? '');
  return beat >= 1000 && beat + LATE_MS < SILENCE_MS ? beat + LATE_MS : SILENCE_MS;
}

/** Opens the stream at an address. */
export function streamAt(ask: typeof fetch, url: string): FollowOptions['connect'] {
  return async (lastId, signal) => {
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (lastId !== '') headers['last-event-id'] = lastId;
    const response = await ask(url, { headers, signal, cache: 'no-store' });
    if (response.ok) return response;
    const error = await refusal(response);
    if (isPassing(error)) throw error;
    return error;
  };
}

/** 5xx and 429 may pass; any other refusal will be the same next time. */
export function isPassing({ status }: ApiError): boolean {
  return status >= 500 || status === 429;
}

function dropWhenHidden(hidden: HiddenStream | undefined, drop: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function changed(): void {
    clearTimeout(timer);
    if (isHidden() && !hidden?.stays()) timer = setTimeout(drop, HIDDEN_MS);
  }
  changed();
  const forgets = [onPage(['visibilitychange'], changed), hidden?.subscribe(changed)];
  return () => {
    clearTimeout(timer);
    for (const forget of forgets) forget?.();
  };
}

/** Waits until the page is shown, or the stream is wanted without that. */
function wanted(hidden: HiddenStream | undefined, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function check(): void {
      if (isHidden() && !hidden?.stays() && !stopped.aborted) return;
      for (const forget of forgets) forget?.();
      stopped.removeEventListener('abort', check);
      resolve();
    }
    const forgets = [onPage(['visibilitychange'], check), hidden?.subscribe(check)];
    stopped.addEventListener('abort', check);
    check();
  });
}

/** Waits, but not longer than until the network or the person comes back. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, ms);
    const forget = onPage(['online', 'visibilitychange'], go);
    stopped.addEventListener('abort', go);
    function go(): void {
      clearTimeout(timer);
      forget();
      stopped.removeEventListener('abort', go);
      resolve();
    }
  });
}
