import type { HitlDecision, RunState, RunStep, RunTool, ToolUseBlock } from '@millrace/engine';
import type { Tool, ToolInput } from '../tools/tool.ts';

/** A call that has no result yet. */
export interface OpenCall {
  readonly block: ToolUseBlock;
  readonly step: number;
  /** What the log says of it beyond its block. */
  readonly known: RunTool | undefined;
}

export type Action =
  | {
      readonly type: 'call_model';
      readonly step: number;
      readonly attempt: number;
      readonly offersTools: boolean;
    }
  /** Gives a call its result without running it. */
  | { readonly type: 'answer'; readonly call: OpenCall; readonly content: string }
  /** Notes that nobody knows whether these ran. */
  | { readonly type: 'doubt'; readonly calls: readonly OpenCall[] }
  /** Asks a person about all of these. */
  | { readonly type: 'ask'; readonly calls: readonly OpenCall[] }
  | { readonly type: 'run'; readonly call: OpenCall; readonly tool: Tool; readonly input: ToolInput }
  /** Nothing can be done until a person answers, or until a time. */
  | { readonly type: 'wait'; readonly until: number | null }
  | { readonly type: 'end' };

export interface Circumstances {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly maxSteps: number;
  readonly now: number;
  /** So long after somebody else took its run over a call may still be at work in a process that is not dead but asleep. */
  readonly settleMs: number;
}

/** What comes next in a run, from what its log adds up to. Whoever asks is the only one who works on it. Pure. */
export function nextAction(state: RunState, circumstances: Circumstances): Action {
  const { tools } = circumstances;
  const maxSteps = tools.size > 0 ? circumstances.maxSteps : 0;
  const last = state.steps.at(-1);
  if (last?.message?.status !== 'completed') {
    const step = last?.step ?? 1;
    return { type: 'call_model', step, attempt: (last?.attempt ?? 0) + 1, offersTools: step <= maxSteps };
  }
  const calls = openCalls(state);
  if (calls.length > 0) return nextForCalls(calls, { ...circumstances, maxSteps });
  // A message of a model that was offered no tools is the last one.
  if (!hasCalls(last) || last.step > maxSteps) return { type: 'end' };
  const step = last.step + 1;
  return { type: 'call_model', step, attempt: 1, offersTools: step <= maxSteps };
}

/** The calls of the newest message that have no result. */
export function openCalls({ steps, tools }: RunState): OpenCall[] {
  const last = steps.at(-1);
  const blocks = last?.message?.content ?? [];
  const answered = new Set(blocks.map((block) => block?.type === 'tool_result' && block.tool_use_id));
  return blocks.flatMap((block) =>
    block?.type === 'tool_use' && last !== undefined && !answered.has(block.id)
      ? [{ block, step: last.step, known: tools.get(block.id) }]
      : [],
  );
}

const hasCalls = ({ message }: RunStep): boolean =>
  message?.content.some((block) => block?.type === 'tool_use') ?? false;

type Verdict =
  | Extract<Action, { readonly type: 'answer' | 'run' | 'wait' }>
  | { readonly type: 'doubt' | 'ask'; readonly call: OpenCall };

/** All that must be asked is asked first, and at once; then the calls run one by one, in their order. */
function nextForCalls(calls: readonly OpenCall[], circumstances: Circumstances): Action {
  const verdicts = calls.map((call) => judge(call, circumstances));
  for (const type of ['doubt', 'ask'] as const) {
    const together = verdicts.flatMap((each) => (each.type === type ? [each.call] : []));
    if (together.length > 0) return { type, calls: together };
  }
  for (const verdict of verdicts) if (verdict.type === 'answer' || verdict.type === 'run') return verdict;
  const times = verdicts.flatMap((each) => (each.type === 'wait' && each.until !== null ? [each.until] : []));
  return { type: 'wait', until: times.length > 0 ? Math.min(...times) : null };
}

function judge(call: OpenCall, circumstances: Circumstances): Verdict {
  const { block, known, step } = call;
  const { tools, maxSteps, now, settleMs } = circumstances;
  const tool = tools.get(block.name);
  if (tool === undefined) return { type: 'answer', call, content: `There is no tool ${block.name} here.` };
  if (step > maxSteps)
    return { type: 'answer', call, content: 'No tools were offered any more, so this was not run.' };
  if (block.input_error !== undefined)
    return { type: 'answer', call, content: `The input could not be read: ${block.input_error}` };
  switch (known?.status) {
    case undefined:
      return judgeNew(call, tool);
    case 'waiting':
      return { type: 'wait', until: null };
    case 'decided':
      return decided(call, tool, known.decision);
    case 'uncertain': {
      const doubtedAt = known.doubtedAt ?? now;
      // A doubt that is still to come was noted before the clock went back: it tells nothing.
      const settled = doubtedAt > now + settleMs ? now : doubtedAt + settleMs;
      return now < settled ? { type: 'wait', until: settled } : { type: 'ask', call };
    }
    case 'running':
    case 'done':
      // Somebody began it, and died or is no longer the one who works on this run.
      return tool.effect === 'unsafe'
        ? { type: 'doubt', call }
        : { type: 'run', call, tool, input: inputOf(call) };
  }
}

function judgeNew(call: OpenCall, tool: Tool): Verdict {
  const { input } = call.block;
  const wrong = tool.check?.(input);
  if (wrong !== undefined) return { type: 'answer', call, content: `The input is not valid.\n${wrong}` };
  return mustAsk(tool, input) ? { type: 'ask', call } : { type: 'run', call, tool, input };
}

/** What a person said. Whatever is not plainly a yes is a no. */
function decided(call: OpenCall, tool: Tool, decision: HitlDecision | undefined): Verdict {
  const told = decision?.message === undefined ? '' : ` They said: ${decision.message}`;
  switch (decision?.type) {
    case 'approve':
    case 'approve_always':
      return { type: 'run', call, tool, input: inputOf(call) };
    case 'edit': {
      const input = decision.edited_action?.args ?? inputOf(call);
      const wrong = tool.check?.(input);
      if (wrong === undefined) return { type: 'run', call, tool, input };
      return {
        type: 'answer',
        call,
        content: `The person changed the input, and it is not valid.\n${wrong}`,
      };
    }
    default: {
      const content = call.known?.inDoubt
        ? `The server stopped while this ran, so it may have run. The person decided not to run it again.${told}`
        : `The person did not allow this.${told}`;
      return { type: 'answer', call, content };
    }
  }
}

function inputOf({ block, known }: OpenCall): ToolInput {
  // An input in the log is an object: it is a block's, or a person's edit of it.
  return (known?.input as ToolInput | undefined) ?? block.input;
}

/** A tool whose own judgement fails asks. */
function mustAsk({ approval }: Tool, input: ToolInput): boolean {
  if (typeof approval !== 'function') return approval !== 'allow';
  try {
    return approval(input) !== 'allow';
  } catch {
    return true;
  }
}
