import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallInput, pauseOf, resultOf, type ToolName } from './plan.ts';

/** Something that was done in the world. */
export interface Effect {
  readonly tool: ToolName;
  readonly input: CallInput;
  readonly key: string;
  readonly runId: string;
  readonly toolUseId: string;
  /** The process that did it. */
  readonly pid: number;
  readonly at: number;
}

export interface Ledger {
  readonly url: string;
  readonly effects: readonly Effect[];
  /** Calls back once, when the next effect has come and before it is answered. Returns how to prevent it. */
  onNext(arrived: (effect: Effect) => void): () => void;
  close(): void;
}

/** The outside world: counts whatever reaches it and is never killed. */
export async function openLedger(): Promise<Ledger> {
  const effects: Effect[] = [];
  const waiting = new Set<(effect: Effect) => void>();
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const bytes of request) body += bytes;
    // Only our own tools write here.
    const effect: Effect = { ...(JSON.parse(body) as Omit<Effect, 'at'>), at: Date.now() };
    effects.push(effect);
    for (const arrived of waiting) arrived(effect);
    waiting.clear();
    await sleep(pauseOf(effect.input.ref, 'after'));
    response.end(resultOf(effect.tool, effect.input));
  }
  // One whose sender dies while it speaks did nothing.
  const http = createServer((request, response) => void take(request, response).catch(() => {}));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an address object.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    effects,
    onNext(arrived) {
      waiting.add(arrived);
      return () => void waiting.delete(arrived);
    },
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}
