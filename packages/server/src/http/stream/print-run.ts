import { encodeSse, type StoredEvent, toAiSdkStream, toBlockEvents, toChatEvents } from '@millrace/engine';
import type { AiSdkStreamOptions } from '@millrace/engine/run';
import { formatPosition, isRunEnd, type LogPosition } from '@millrace/engine/run';
import type { FeedLine } from './run-feed.ts';

export const RUN_FORMATS = ['run', 'blocks', 'chat', 'ai-sdk'] as const;
export type RunFormat = (typeof RUN_FORMATS)[number];

/** Prints a run for one reader. Give it every line in order, from the beginning unless it prints the log itself. */
export interface RunPrinter {
  print(line: FeedLine): string;
  /** True when nothing more comes for this reader. */
  done(): boolean;
}

/** The log as it is, to its end or, where more is known to follow, up to `last`: one encoding serves all readers. */
export function printLog(last: number): RunPrinter {
  let done = false;
  return {
    print({ event, text }) {
      done = Number.isFinite(last) ? event.seq >= last : isRunEnd(event);
      return text;
    },
    done: () => done,
  };
}

/** The log in the words of another stream. What the reader has up to and including `last` is folded in and not printed. */
export function printProjection(format: 'blocks' | 'chat', last: LogPosition | undefined): RunPrinter {
  const project: (event: StoredEvent) => readonly { readonly type: string }[] =
    format === 'blocks' ? toBlockEvents() : toChatEvents();
  let done = false;
  return {
    print({ event }) {
      done = isRunEnd(event);
      let text = '';
      for (const [part, projected] of project(event).entries()) {
        if (isBehind({ ...event, part }, last)) continue;
        const id = formatPosition({ fence: event.fence, seq: event.seq, part });
        // Readers of block events know them by name, as from a provider.
        const name = format === 'blocks' ? { event: projected.type } : {};
        text += encodeSse({ id, ...name, data: JSON.stringify(projected) });
      }
      return text;
    },
    done: () => done,
  };
}

function isBehind({ seq, part }: { seq: number; part: number }, last: LogPosition | undefined): boolean {
  if (last === undefined) return false;
  return seq < last.seq || (seq === last.seq && part <= (last.part ?? Number.POSITIVE_INFINITY));
}

/** The log as the AI SDK's UI message stream, which has no ids. */
export function printAiSdk(options: AiSdkStreamOptions): RunPrinter {
  const project = toAiSdkStream(options);
  let done = false;
  return {
    print({ event }) {
      const chunks = project(event);
      // Also when a step restarts: this reader must begin again. And when it must decide.
      done = isRunEnd(event) || chunks.some(({ type }) => type === 'error' || type === 'finish');
      const text = chunks.map((chunk) => encodeSse({ data: JSON.stringify(chunk) })).join('');
      return done ? text + encodeSse({ data: '[DONE]' }) : text;
    },
    done: () => done,
  };
}
