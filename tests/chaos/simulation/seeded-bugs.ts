import type { RunEvent } from '../../../packages/engine/src/run.ts';
import type { Claim } from '../../../packages/server/src/index.ts';
import type { Memory, MemoryRun } from '../../../packages/server/src/store/memory/memory.ts';
import { LOOP_BUGS } from './loop-bugs.ts';
import type { KnownBug } from './seeded-bug.ts';

function runOf(memory: Memory, runId: string): MemoryRun {
  const run = memory.runs.get(runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  return run;
}

/** The claim that an old one passes for when nobody compares fences. */
const newest = (memory: Memory, { runId }: Claim): Claim => ({
  runId,
  fence: runOf(memory, runId).row.fence,
});

let used = 0;

export const SEEDED_BUGS: Readonly<Record<string, KnownBug>> = {
  'an old fence may write': {
    law: 'one-message',
    scenario: 'text',
    store: (store, memory) => ({
      ...store,
      append: (claim, _seq, events, ts, durability) =>
        store.append(newest(memory, claim), runOf(memory, claim.runId).log.length, events, ts, durability),
    }),
  },
  'the start of a new attempt is not written': {
    law: 'attempts',
    scenario: 'text',
    store(store) {
      const lose = withoutRestarts();
      return {
        ...store,
        append: (claim, seq, events, ts, durability) =>
          store.append(claim, seq, events.map(lose), ts, durability),
      };
    },
  },
  'an unsafe tool says that it only reads': {
    law: 'unsafe-once',
    scenario: 'again',
    tool: (tool) => (tool.effect === 'unsafe' ? { ...tool, effect: 'read' } : tool),
  },
  'a tool does not say that it changes the workspace': {
    law: 'checkpoints',
    scenario: 'three',
    tool: (tool) => ({ ...tool, local: false }),
  },
  'a tool that should ask does not': {
    law: 'approved',
    scenario: 'ask',
    tool: (tool) => ({ ...tool, approval: 'allow' }),
  },
  'the key of a call changes with each attempt': {
    law: 'keys',
    scenario: 'idempotent',
    tool: (tool) => ({
      ...tool,
      run(input, ctx) {
        used += 1;
        return tool.run(input, { ...ctx, key: `${ctx.key}:${used}` });
      },
    }),
  },
  'all calls have one key': {
    law: 'keys',
    scenario: 'three',
    tool: (tool) => ({ ...tool, run: (input, ctx) => tool.run(input, { ...ctx, key: ctx.runId }) }),
  },
  'a question can be decided twice': {
    law: 'decisions',
    scenario: 'ask',
    store: (store, memory) => ({
      ...store,
      decide(decision) {
        const approval = runOf(memory, decision.runId).approvals.get(decision.approvalId);
        const again = !memory.commands.has(`decide:${decision.runId}:${decision.commandId}`);
        if (again && approval?.row.status === 'decided') {
          approval.row.status = 'pending';
          approval.decision = null;
        }
        return store.decide(decision);
      },
    }),
  },
  'a command is not known the second time': {
    law: 'answers',
    scenario: 'ask',
    store: (store, memory) => ({
      ...store,
      decide(decision) {
        memory.commands.delete(`decide:${decision.runId}:${decision.commandId}`);
        return store.decide(decision);
      },
    }),
  },
  'a decision holds for any arguments': {
    law: 'decisions',
    scenario: 'ask',
    store: (store, memory) => ({
      ...store,
      decide(decision) {
        const asked = runOf(memory, decision.runId).approvals.get(decision.approvalId);
        return store.decide({ ...decision, argsHash: asked?.row.argsHash ?? decision.argsHash });
      },
    }),
  },
  'an edit is taken for a yes': {
    law: 'decisions',
    scenario: 'three',
    store: (store) => ({
      ...store,
      decide: (sent) => {
        const { edited_action: _, ...rest } = sent.decision;
        return store.decide({
          ...sent,
          decision: rest.type === 'edit' ? { ...rest, type: 'approve' } : rest,
        });
      },
    }),
  },
  'a decision does not make the run ready': {
    law: 'ends',
    scenario: 'ask',
    store: (store, memory) => ({
      ...store,
      async decide(decision) {
        const { row } = runOf(memory, decision.runId);
        const { status } = row;
        const result = await store.decide(decision);
        row.status = status;
        return result;
      },
    }),
  },
  'a run begins to wait although a decision has come': {
    law: 'ends',
    scenario: 'ask-quick',
    store: (store, memory) => ({
      ...store,
      park: (claim, _seq, wakeAt) => store.park(claim, runOf(memory, claim.runId).log.length, wakeAt),
    }),
  },
  'a wish to cancel does not wake a run that waits': {
    law: 'ends',
    scenario: 'nobody',
    store: (store, memory) => ({
      ...store,
      async requestCancel(command) {
        const waits = runOf(memory, command.runId).row.status === 'waiting';
        return waits ? store.getRun(command.runId) : store.requestCancel(command);
      },
    }),
  },
  'a reader comes back one event too early': {
    law: 'watcher',
    scenario: 'text',
    resumeAt: (id) => id.replace(/\d+$/, (seq) => `${Math.max(1, Number(seq) - 1)}`),
  },
  'a reader comes back one event too late': {
    law: 'watcher',
    scenario: 'text',
    resumeAt: (id) => id.replace(/\d+$/, (seq) => `${Number(seq) + 1}`),
  },
  ...LOOP_BUGS,
};

/** What begins a message again is lost; what it says is not. */
function withoutRestarts(): (event: RunEvent) => RunEvent {
  let spoke = false;
  let again = false;
  return (event) => {
    if (event.type === 'step_start') {
      again = event.attempt > 1 && spoke;
      spoke = again;
    } else if (event.type === 'message_start') {
      spoke = true;
    } else if (event.type !== 'content_block_start') {
      return event;
    }
    return again ? { type: 'status', message: 'lost' } : event;
  };
}
