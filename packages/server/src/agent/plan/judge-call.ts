import { checkRepetition, decidePolicy, type HitlDecision } from '@millrace/engine';
import {
  describeRule,
  type KeptRule,
  type PolicyDecision,
  type PolicyVerdict,
  type ToolTargets,
} from '@millrace/engine/approval';
import type { RepeatedCalls, RunState, RunThread, RunTool } from '@millrace/engine/run';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';
import { type Mode, modeAllows } from '../../tools/modes/mode.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import { loopKeyOf, pastCalls } from '../calls/past-calls.ts';
import { changesWorkspace, withoutCheckpoint } from './keep-checkpoint.ts';

/** What a call is judged by. */
export interface Law {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly rules: readonly KeptRule[];
  /** Where relative paths begin. */
  readonly root: string | undefined;
  readonly protectedPaths: readonly string[];
  /** How often the same may be done; 0 for as often as it likes. */
  readonly repetitionLimit: number;
  /** Why the workspace can't be saved before a change; undefined when it can, or need not be. */
  readonly trouble: string | undefined;
  readonly now: number;
  /** So long after somebody else took its run over a call may still be at work in a process that is not dead but asleep. */
  readonly settleMs: number;
}

/** The thread that a call stands in. */
export interface Place {
  readonly state: RunState;
  readonly thread: RunThread;
  readonly mode: Mode;
  /** Whether the model was offered tools. */
  readonly offered: boolean;
}

export type Verdict =
  /** It gets this result and does not run. */
  | { readonly type: 'answer'; readonly content: string }
  /** The same, and nobody can decide it any more. */
  | { readonly type: 'expire'; readonly content: string }
  | { readonly type: 'run'; readonly tool: Tool; readonly input: ToolInput }
  | {
      readonly type: 'ask';
      readonly reason?: string;
      readonly repetition?: RepeatedCalls;
      readonly once?: true;
    }
  /** Nobody knows whether it ran. */
  | { readonly type: 'doubt' }
  | { readonly type: 'wait'; readonly until: number | null };

/** So often a call is begun that nobody has seen the end of: perhaps it is what stops the server. */
const MOST_BEGUN = 3;

const NEVER_ENDS = `The server stopped ${MOST_BEGUN} times while this ran, so it is not run again. It may have run. Do it in another way.`;

const answer = (content: string): Verdict => ({ type: 'answer', content });

/** What is to become of a call that nobody works on: known tool, valid input, mode, repetition, approval, run. Pure. */
export function judgeCall(call: OpenCall, law: Law, place: Place): Verdict {
  const { block, known, complete } = call;
  const tool = law.tools.get(block.name);
  if (tool === undefined) return answer(`There is no tool ${block.name} here.`);
  if (!place.offered) return answer('No tools were offered any more, so this was not run.');
  if (!complete)
    return answer('The message ended inside this call, so it was not run. Send it again, whole.');
  if (block.input_error !== undefined) return answer(`The input could not be read: ${block.input_error}`);
  switch (known?.status) {
    case undefined:
      return judgeNew(call, tool, law, place);
    case 'waiting':
      // Whoever ran it died with the question of its tool open: nobody waits for the answer.
      return known.question === undefined ? waiting(known, law.now) : { type: 'doubt' };
    case 'decided':
      return decided(call, tool, law, place.state);
    case 'uncertain':
      return uncertain(known.doubtedAt, law);
    case 'running':
    case 'done':
      // Somebody began it, and died or is no longer the one who works on this run.
      if (tool.effect === 'unsafe') return { type: 'doubt' };
      return isBegunTooOften(call, place.state)
        ? answer(NEVER_ENDS)
        : { type: 'run', tool, input: inputOf(call) };
  }
}

/** One that waits for its sub-agent goes on, however often it was begun. */
function isBegunTooOften({ block, known }: OpenCall, { spans }: RunState): boolean {
  return (known?.begun ?? 0) >= MOST_BEGUN && !spans.has(block.id);
}

function judgeNew(call: OpenCall, tool: Tool, law: Law, place: Place): Verdict {
  const { input, name, id } = call.block;
  const wrong = tool.check?.(input);
  if (wrong !== undefined) return answer(`The input is not valid.\n${wrong}`);
  const { mode, thread, state } = place;
  const real = tool.standsFor?.(input);
  if (!modeAllows(mode, name) || (real !== undefined && !modeAllows(mode, real.name)))
    return answer(
      `The ${mode.slug} mode does not allow ${name}, so it was not run. Do without it, or switch the mode.`,
    );
  const history = pastCalls(thread, state, id, law.tools);
  const again = checkRepetition(
    history,
    { name, input, ...loopKeyOf(tool, input) },
    { limit: law.repetitionLimit },
  );
  if (again.repeated && again.reason !== undefined) {
    const { reason, signatures } = again;
    const repetition = { reason, threshold: law.repetitionLimit, signatures };
    return withTrouble({ type: 'ask', repetition }, tool, law, state);
  }
  return withTrouble(judgeByRules(tool, input, law), tool, law, state);
}

/** What can't be taken back with a checkpoint is always asked about, and no rule can change that. */
function withTrouble(verdict: Verdict, tool: Tool, { trouble }: Law, state: RunState): Verdict {
  if (verdict.type !== 'run' && verdict.type !== 'ask') return verdict;
  const why = changesWorkspace(tool) ? withoutCheckpoint(state, trouble) : undefined;
  if (why === undefined) return verdict;
  if (verdict.type === 'run') return { type: 'ask', reason: why, once: true };
  const { reason } = verdict;
  return { ...verdict, reason: reason === undefined ? why : `${reason} ${why}`, once: true };
}

function judgeByRules(tool: Tool, input: ToolInput, law: Law): Verdict {
  const said = policy(tool, input, law, ownVerdict(tool, input));
  switch (said.verdict) {
    case 'allow':
      return tool.asksAlways ? { type: 'ask' } : { type: 'run', tool, input };
    case 'deny':
      return answer(deniedWords(said));
    case 'ask':
      // That the tool asks needs no reason.
      return said.silent ? { type: 'ask' } : { type: 'ask', reason: said.reason };
  }
}

type PolicyLaw = Pick<Law, 'rules' | 'root' | 'protectedPaths'>;

function policy(tool: Tool, input: ToolInput, law: PolicyLaw, otherwise: PolicyVerdict): PolicyDecision {
  const { rules, root, protectedPaths } = law;
  const options = { protectedPaths, otherwise, ...(root !== undefined && { root }) };
  const own = decidePolicy(rules, { name: tool.name, input }, { ...options, ...targetsOf(tool) });
  const real = tool.standsFor?.(input);
  if (real === undefined) return own;
  const said = decidePolicy(rules, real, { ...options, tools: { [real.name]: {} } });
  if (said.silent || own.silent) return said.silent ? own : said;
  return STRICT.indexOf(said.verdict) > STRICT.indexOf(own.verdict) ? said : own;
}

const STRICT: readonly PolicyVerdict[] = ['allow', 'ask', 'deny'];

/** Of a tool that does not work on files no text is a path. */
export function targetsOf({ name, targets, local }: Tool): { tools?: Readonly<Record<string, ToolTargets>> } {
  if (targets !== undefined) return { tools: { [name]: targets } };
  return local ? {} : { tools: { [name]: {} } };
}

/** What the tool itself says. One whose own judgement fails asks. */
function ownVerdict({ approval }: Tool, input: ToolInput): PolicyVerdict {
  if (typeof approval !== 'function') return approval;
  try {
    return approval(input) === 'allow' ? 'allow' : 'ask';
  } catch {
    return 'ask';
  }
}

function deniedWords({ rule }: PolicyDecision): string {
  return `A rule of the person does not allow this${rule === undefined ? '' : `: ${describeRule(rule)}`}`;
}

function waiting({ approval, inDoubt }: RunTool, now: number): Verdict {
  const expiresAt = approval?.expires_at;
  if (expiresAt === undefined) return { type: 'wait', until: null };
  if (now < expiresAt) return { type: 'wait', until: expiresAt };
  const again =
    'The server stopped while this ran, so it may have run. Nobody decided in time to run it again.';
  const content = inDoubt ? again : 'Nobody decided about this in time, so it was not run.';
  return { type: 'expire', content };
}

function uncertain(doubtedAt: number | undefined, { now, settleMs }: Law): Verdict {
  const since = doubtedAt ?? now;
  // A doubt that is still to come was noted before the clock went back: it tells nothing.
  const settled = since > now + settleMs ? now : since + settleMs;
  return now < settled ? { type: 'wait', until: settled } : { type: 'ask' };
}

/** What a person said. Whatever is not plainly a yes is a no, and a rule that denies holds against a yes. */
function decided(call: OpenCall, tool: Tool, law: Law, state: RunState): Verdict {
  const decision = call.known?.decision;
  const again = (run: Verdict): Verdict => {
    const ask = withTrouble(run, tool, law, state);
    // Who has read why and said yes is not asked again.
    const isKnown = ask.type === 'ask' && call.known?.approval?.reason?.includes(ask.reason ?? '');
    return isKnown || call.known?.inDoubt ? run : ask;
  };
  switch (decision?.type) {
    case 'approve':
    case 'approve_always': {
      const input = inputOf(call);
      const wrong = inputProblem(tool, input, law);
      return wrong === undefined ? again({ type: 'run', tool, input }) : answer(wrong);
    }
    case 'edit': {
      const input = decision.edited_action?.args ?? inputOf(call);
      const wrong = inputProblem(tool, input, law);
      if (wrong === undefined) return again({ type: 'run', tool, input });
      return answer(`The person changed the input, and it could not be run.\n${wrong}`);
    }
    default:
      return answer(rejected(call, decision));
  }
}

/** Why an input can't run although a person wants it. Pure. */
export function inputProblem(tool: Tool, input: ToolInput, law: PolicyLaw): string | undefined {
  const wrong = tool.check?.(input);
  if (wrong !== undefined) return `The input is not valid.\n${wrong}`;
  const said = policy(tool, input, law, 'ask');
  return said.verdict === 'deny' ? deniedWords(said) : undefined;
}

function rejected({ known }: OpenCall, decision: HitlDecision | undefined): string {
  const told = decision?.message === undefined ? '' : ` They said: ${decision.message}`;
  if (known?.inDoubt)
    return `The server stopped while this ran, so it may have run. The person decided not to run it again.${told}`;
  if (known?.approval?.repetition !== undefined)
    return `The same was done again and again, so the person stopped it. Do something else.${told}`;
  return `The person did not allow this.${told}`;
}

export function inputOf({ block, known }: OpenCall): ToolInput {
  // An input in the log is an object: it is a block's, or a person's edit of it.
  return (known?.input as ToolInput | undefined) ?? block.input;
}
