import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PromptCard } from '@millrace/engine';
import { createAnthropicModel } from './anthropic.ts';
import type { Model } from './model.ts';

export interface DemoOptions {
  /** The folder with `prompts.json` and the recorded `*.sse` streams. */
  readonly folder: string;
  /** Milliseconds between two events; about 40 words a second by default. */
  readonly paceMs?: number;
}

type DemoPrompt = PromptCard & { readonly stream: string };

const FALLBACK = 'hello';

/** Answers from recorded streams, through the adapter and the wire format that a real key would use. */
export function createDemoModel({ folder, paceMs = 25 }: DemoOptions): Model {
  // Our own file, checked by the tests of the fixtures.
  const prompts = JSON.parse(readFileSync(join(folder, 'prompts.json'), 'utf8')) as DemoPrompt[];

  const replay: typeof fetch = async (_url, init) => {
    const asked = lastUserText(String(init?.body));
    const name = prompts.find(({ text }) => text === asked)?.stream ?? FALLBACK;
    const recorded = readFileSync(join(folder, `${name}.sse`), 'utf8');
    return new Response(paced(recorded, paceMs, init?.signal ?? undefined), {
      headers: { 'content-type': 'text/event-stream' },
    });
  };

  const { stream } = createAnthropicModel({ model: 'demo', apiKey: 'none', fetch: replay });
  return {
    id: 'demo/demo',
    name: 'Demo model',
    demo: true,
    contextWindow: 200_000,
    prompts: prompts.map(({ stream: _, ...card }) => card),
    stream,
  };
}

function lastUserText(body: string): string | undefined {
  // The adapter above wrote this body.
  const { messages } = JSON.parse(body) as {
    messages: readonly { role: string; content: readonly { text?: string }[] }[];
  };
  const asked = messages.findLast(({ role }) => role === 'user')?.content;
  return asked?.findLast(({ text }) => text !== undefined)?.text;
}

function paced(
  recorded: string,
  paceMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const events = recorded.split(/(?<=\n\n)/);
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
