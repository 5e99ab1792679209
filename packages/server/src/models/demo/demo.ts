import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PromptCard } from '@millrace/engine/run';
import type { Model } from '../adapter/model.ts';
import { createAnthropicModel } from '../anthropic/anthropic.ts';
import { csvTable } from './csv-table.ts';
import type { DemoMessage, DemoScript } from './demo-script.ts';
import { editFile } from './edit-file.ts';
import { printMessage } from './print-message.ts';
import { type DemoRequest, readRequest } from './read-request.ts';
import { review, reviewers } from './review.ts';
import { stuck } from './stuck.ts';

/** The options of `createDemoModel`. */
export interface DemoOptions {
  /** The folder with `prompts.json`, `hello.md` and `long.md`. */
  readonly folder: string;
  /** Milliseconds between two events; about 40 words a second by default. */
  readonly paceMs?: number;
}

type DemoPrompt = PromptCard & { readonly script: keyof typeof SCRIPTS };

const SCRIPTS = { csvTable, editFile, review, stuck };

/** Asks for an answer that takes its time. */
const LONG = /^write a long answer\b/i;

/**
 * Plays short scripts with the tools that there are, and streams what it says through the adapter and the wire format that a
 * real key would use.
 */
export function createDemoModel({ folder, paceMs = 25 }: DemoOptions): Model {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trimEnd();
  // Our own file, checked by the tests of the fixtures.
  const prompts = JSON.parse(read('prompts.json')) as readonly DemoPrompt[];
  const scripts = new Map<string, DemoScript>([
    ...prompts.map(({ text, script }) => [text, SCRIPTS[script]] as const),
    ...reviewers,
  ]);

  function answer({ asked, rounds, tools }: DemoRequest): DemoMessage {
    const script = scripts.get(asked);
    if (script === undefined) return { text: read(LONG.test(asked) ? 'long.md' : 'hello.md') };
    const missing = script.needs.filter((name) => !tools.has(name));
    return missing.length === 0 ? script.next(rounds) : withoutTools(missing);
  }

  const reply: typeof fetch = async (_url, init) => {
    const events = printMessage(`demo_${randomUUID()}`, answer(readRequest(String(init?.body))));
    return new Response(paced(events, paceMs, init?.signal ?? undefined), {
      headers: { 'content-type': 'text/event-stream' },
    });
  };

  const { stream } = createAnthropicModel({ model: 'demo', apiKey: 'none', fetch: reply });
  return {
    id: 'demo/demo',
    name: 'Demo model',
    demo: true,
    contextWindow: 200_000,
    prompts: prompts.map(({ script: _, ...card }) => card),
    stream,
  };
}

function withoutTools(missing: readonly string[]): DemoMessage {
  return {
    text: `I can't go on: for this I need ${missing.map((name) => `\`${name}\``).join(' and ')}, which I may not use here or not any more. Choose another mode, or ask again.`,
  };
}

function paced(
  events: readonly string[],
  paceMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const event = events[next];
      next += 1;
      if (event === undefined) return controller.close();
      try {
        await sleep(paceMs, undefined, signal === undefined ? {} : { signal });
        controller.enqueue(utf8.encode(event));
      } catch (reason) {
        controller.error(reason);
      }
    },
  });
}
