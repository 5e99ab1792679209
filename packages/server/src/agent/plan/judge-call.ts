import { checkRepetition, decidePolicy, type HitlDecision } from '@millrace/engine';
import {
  describeRule,
  type KeptRule,
  type PolicyDecision,
  type PolicyVerdict,
} from '@millrace/engine/approval';
import type { CallReason } from '@millrace/engine/message';
import type { RepeatedCalls, RunState, RunThread, RunTool } from '@millrace/engine/run';
import { targetsOf } from '../../tools/define/targets-of.ts';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';
import { type Mode, modeAllows } from '../../tools/modes/mode.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import { loopKeyOf, mayRepeat, pastCalls } from '../calls/past-calls.ts';
import { type Refusal, refusal } from '../calls/refusal.ts';
import { changesWorkspace, withoutCheckpoint } from './keep-checkpoint.ts';

/** The facts that a call is judged by. */
export interface Law {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly rules: readonly KeptRule[];
  /** The folder that relative paths begin at. */
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
export interface CallThread {
  readonly state: RunState;
  readonly thread: RunThread;
  readonly mode: Mode;
  /** True when the model was offered tools. */
  readonly offered: boolean;
}

export type Verdict =
  /** It gets this result and does not run. */
  | { readonly type: 'answer'; readonly refusal: Refusal }
  /** The same, and nobody can decide it any more. */
  | { readonly type: 'expire'; readonly refusal: Refusal }
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

const answer = (given: Refusal): Verdict => ({ type: 'answer', refusal: given });

/** Decides about a call that nobody works on: known tool, valid input, mode, repetition, approval, run. Pure. */
export function judgeCall(call: OpenCall, law: Law, at: CallThread): Verdict {
  const { block, known, complete } = call;
  const tool = law.tools.get(block.name);
  const refuse = (reason: CallReason, detail?: string): Verdict =>
    answer(refusal(reason, block.name, detail));
  if (tool === undefined) return refuse({ code: 'unknown_tool' });
  if (!at.offered) return refuse({ code: 'tools_not_offered' });
  if (!complete) return refuse({ code: 'call_cut_off' });
  if (block.input_error !== undefined) return refuse({ code: 'input_unreadable' }, block.input_error);
  switch (known?.status) {
    case undefined:
      return judgeNew(call, tool, law, at);
    case 'waiting':
      // Its worker died while the question of its tool was open: nobody waits for the answer.
      return known.question === undefined ? waiting(known, law.now) : { type: 'doubt' };
    case 'decided':
      return decided(call, tool, law, at.state);
    case 'uncertain':
      return uncertain(known.doubted_at, law);
    case 'running':
    case 'done':
      // Somebody began it, and died or is no longer the one who works on this run.
      if (tool.effect === 'unsafe') return { type: 'doubt' };
      return isBegunTooOften(call, at.state)
        ? refuse({ code: 'begun_too_often', times: MOST_BEGUN })
        : { type: 'run', tool, input: inputOf(call) };
  }
}

/** A call that waits for its sub-agent continues, however often it was begun. */
function isBegunTooOften({ block, known }: OpenCall, { spans }: RunState): boolean {
  return (known?.begun ?? 0) >= MOST_BEGUN && !spans.has(block.id);
}

function judgeNew(call: OpenCall, tool: Tool, law: Law, at: CallThread): Verdict {
  const { input, name, id } = call.block;
  const wrong = tool.check?.(input);
  if (wrong !== undefined) return answer(refusal({ code: 'input_invalid' }, name, wrong));
  const { mode, thread, state } = at;
  const real = tool.standsFor?.(input);
  if (!modeAllows(mode, name) || (real !== undefined && !modeAllows(mode, real.name)))
    return answer(refusal({ code: 'mode_forbids', mode: mode.slug }, name));
  const history = pastCalls(thread, state, id, law.tools);
  const again = checkRepetition(
    history,
    { name, input, ...loopKeyOf(tool, input) },
    { limit: law.repetitionLimit },
  );
  if (again.repeated && again.reason !== undefined && !mayRepeat(tool, input)) {
    const { reason, signatures } = again;
    const repetition = { reason, threshold: law.repetitionLimit, signatures };
    return withTrouble({ type: 'ask', repetition }, tool, law, state);
  }
  return withTrouble(judgeByRules(tool, input, law), tool, law, state);
}

/** A change that no checkpoint can take back is always asked about, and no rule can change that. */
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
      return answer(denied('denied_by_rule', tool, said));
    case 'ask':
      // That the tool asks needs no reason.
      return said.silent ? { type: 'ask' } : { type: 'ask', reason: said.reason };
  }
}

type PolicyLaw = Pick<Law, 'rules' | 'root' | 'protectedPaths'>;

function policy(tool: Tool, input: ToolInput, law: PolicyLaw, otherwise: PolicyVerdict): PolicyDecision {
  const { rules, root, protectedPaths } = law;
  const options = { protectedPaths, otherwise, ...(root !== undefined && { root }) };
  const own = decidePolicy(rules, { name: tool.name, input }, { ...options, tools: targetsOf([tool]) });
  const real = tool.standsFor?.(input);
  if (real === undefined) return own;
  const said = decidePolicy(rules, real, { ...options, tools: { [real.name]: {} } });
  if (said.silent || own.silent) return said.silent ? own : said;
  return STRICT.indexOf(said.verdict) > STRICT.indexOf(own.verdict) ? said : own;
}

const STRICT: readonly PolicyVerdict[] = ['allow', 'ask', 'deny'];

/** The verdict of the tool itself. If its own check fails, it asks. */
function ownVerdict({ approval }: Tool, input: ToolInput): PolicyVerdict {
  if (typeof approval !== 'function') return approval;
  try {
    return approval(input) === 'allow' ? 'allow' : 'ask';
  } catch {
    return 'ask';
  }
}

type Denial = 'denied_by_rule' | 'edit_denied_by_rule';

/** Only a rule denies, so there is one. */
function denied(code: Denial, tool: Tool, { rule }: PolicyDecision): Refusal {
  const said = rule === undefined ? '' : describeRule(rule, targetsOf([tool]));
  return refusal({ code, scope: rule?.scope ?? 'user' }, tool.name, said);
}

function waiting({ approval, in_doubt, tool }: RunTool, now: number): Verdict {
  const expiresAt = approval?.expires_at;
  if (expiresAt === undefined) return { type: 'wait', until: null };
  if (now < expiresAt) return { type: 'wait', until: expiresAt };
  return { type: 'expire', refusal: refusal({ code: in_doubt ? 'rerun_expired' : 'expired' }, tool) };
}

function uncertain(doubted_at: number | undefined, { now, settleMs }: Law): Verdict {
  const since = doubted_at ?? now;
  // A doubt that is still to come was noted before the clock went back: it tells nothing.
  const settled = since > now + settleMs ? now : since + settleMs;
  return now < settled ? { type: 'wait', until: settled } : { type: 'ask' };
}

/** The verdict after a person's decision. Everything but a plain yes is a no, and a rule that denies holds against a yes. */
function decided(call: OpenCall, tool: Tool, law: Law, state: RunState): Verdict {
  const decision = call.known?.decision;
  const again = (run: Verdict): Verdict => {
    const ask = withTrouble(run, tool, law, state);
    // A person who has read why and said yes is not asked again.
    const isKnown = ask.type === 'ask' && call.known?.approval?.reason?.includes(ask.reason ?? '');
    return isKnown || call.known?.in_doubt ? run : ask;
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
      const wrong = inputProblem(tool, input, law, EDITED);
      return wrong === undefined ? again({ type: 'run', tool, input }) : answer(wrong);
    }
    default:
      return answer(rejected(call, tool, decision));
  }
}

/** The codes of an input that a person left as it was, and of one that they changed. */
const GIVEN = { invalid: 'input_invalid', denied: 'denied_by_rule' } as const;
const EDITED = { invalid: 'edit_invalid', denied: 'edit_denied_by_rule' } as const;

/** Why an input can't run although a person wants it. Pure. */
export function inputProblem(
  tool: Tool,
  input: ToolInput,
  law: PolicyLaw,
  codes: typeof GIVEN | typeof EDITED = GIVEN,
): Refusal | undefined {
  const wrong = tool.check?.(input);
  if (wrong !== undefined) return refusal({ code: codes.invalid }, tool.name, wrong);
  const said = policy(tool, input, law, 'ask');
  return said.verdict === 'deny' ? denied(codes.denied, tool, said) : undefined;
}

function rejected({ known }: OpenCall, { name }: Tool, decision: HitlDecision | undefined): Refusal {
  const told = decision?.message === undefined ? '' : ` They said: ${decision.message}`;
  if (known?.in_doubt) return refusal({ code: 'rerun_rejected' }, name, told);
  const loops = known?.approval?.repetition !== undefined;
  return refusal({ code: loops ? 'loop_rejected' : 'rejected' }, name, told);
}

export function inputOf({ block, known }: OpenCall): ToolInput {
  // An input in the log is an object: it is a block's, or a person's edit of it.
  return (known?.input as ToolInput | undefined) ?? block.input;
}
