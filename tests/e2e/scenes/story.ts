import { argsHash, type HitlDecision } from '../../../packages/engine/src/approval.ts';
import type { FoldKind, NewEvent } from '../../../packages/engine/src/run.ts';
import type { WrittenRun } from './written-run.ts';

/** The work of a model and its tools in a run, in the words of a story. */
export interface Story {
  step(): Promise<void>;
  thinks(text: string, ms: number): Promise<void>;
  says(text: string): Promise<void>;
  /** As `says`, and there is more to come. */
  writes(text: string): Promise<void>;
  /** A call that has its result after so many milliseconds; without a result it still runs. */
  calls(call: StoryCall): Promise<void>;
  /** Ends a step with calls that a person is asked about, and waits for them. */
  asks(...asked: readonly Asked[]): Promise<void>;
}

export type Asked = Parameters<WrittenRun['ask']>[0] & { readonly input: StoryCall['input'] };

export interface StoryCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly ms: number;
  readonly result?: string;
  readonly failed?: boolean;
  readonly revertible?: boolean;
  readonly folds?: FoldKind;
  /** The progress that it reports while it runs. */
  readonly progress?: string;
  /** The decision of a person, who was asked first. */
  readonly decided?: Decided;
}

interface Decided {
  readonly decision: HitlDecision;
  /** The device on which it was decided. */
  readonly by: string;
  readonly afterMs: number;
}

/** Tells a story into a run, or into a span of it. */
export function storyOf(run: WrittenRun, spanId?: string): Story {
  let step = 0;
  let index = 0;
  const add = (...events: readonly NewEvent[]): Promise<void> =>
    run.add(...events.map((event) => (spanId === undefined ? event : { ...event, span_id: spanId })));
  const write = (text: string): Promise<void> =>
    add(
      { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
    );
  /** Asks a person about a call, who answers. */
  async function decide(
    call: Pick<StoryCall, 'id' | 'name' | 'input' | 'title'>,
    decided: Decided,
  ): Promise<void> {
    const { id: tool_use_id, name: tool, input, title } = call;
    const asked = { approval_id: `a-${tool_use_id}`, tool_use_id };
    await add({ type: 'approval_request', ...asked, tool, input, title, args_hash: argsHash(input) });
    run.wait(decided.afterMs);
    const { decision, by } = decided;
    await add({ type: 'approval_decision', ...asked, decision, by });
  }
  return {
    async step() {
      step += 1;
      index = 0;
      await add(
        { type: 'step_start', step, attempt: 1 },
        { type: 'message_start', message: { id: `m${step}`, model: 'test/script' } },
      );
    },
    async thinks(thinking, ms) {
      await add({ type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '' } });
      run.wait(ms);
      await add(
        { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } },
        { type: 'content_block_stop', index },
      );
      index += 1;
    },
    async says(text) {
      await write(text);
      await add({ type: 'content_block_stop', index });
      index += 1;
    },
    writes: write,
    async calls({ id, name, input, title, ms, result, failed = false, revertible, folds, ...more }) {
      const { progress, decided } = more;
      await add(
        { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input } },
        { type: 'content_block_stop', index },
      );
      index += 1;
      if (decided !== undefined) await decide({ id, name, input, title }, decided);
      // A rejected call is never begun.
      const isRun = decided?.decision.type !== 'reject';
      const runs = decided?.decision.edited_action?.args ?? input;
      const start = { type: 'tool_start', tool: name, input: runs, tool_use_id: id, title } as const;
      if (isRun) await add({ ...start, ...(folds !== undefined && { folds }) });
      if (progress !== undefined) {
        const note = { stage: 'run', message: progress, progress: null, data: null };
        await add({ type: 'tool_progress', tool: name, tool_use_id: id, ...note });
      }
      run.wait(ms);
      if (result === undefined) return;
      const block = { type: 'tool_result', tool_use_id: id, content: result, is_error: failed } as const;
      await add(
        { type: 'content_block_start', index, content_block: block },
        { type: 'content_block_stop', index },
      );
      index += 1;
      if (isRun)
        await add({ type: 'tool_complete', tool: name, tool_use_id: id, ...(revertible && { revertible }) });
    },
    async asks(...asked) {
      for (const { tool_use_id: id, tool: name, input } of asked) {
        await add(
          { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input } },
          { type: 'content_block_stop', index },
        );
        index += 1;
      }
      await add({ type: 'message_stop' });
      for (const each of asked) await run.ask(each);
      await run.park();
    },
  };
}
