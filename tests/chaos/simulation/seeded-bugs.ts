import { askedHash } from '../../../fixtures/asked-hash.ts';
import type { RunEvent } from '../../../packages/engine/src/run.ts';
import type { Claim } from '../../../packages/server/src/index.ts';
import { LOOP_BUGS } from './loop-bugs.ts';
import type { KnownBug } from './seeded-bug.ts';
import type { SeenRun, Stored } from './stored.ts';

function runOf(stored: Stored, runId: string): SeenRun {
  const run = stored.runs().get(runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  return run;
}

/** The claim that an old one passes for when nobody compares fences. */
const newest = (stored: Stored, { runId }: Claim): Claim => ({
  runId,
  fence: runOf(stored, runId).row.fence,
});

let used = 0;

export const SEEDED_BUGS: Readonly<Record<string, KnownBug>> = {
  'an old fence may write': {
    law: 'one-message',
    scenario: 'text',
    store: (store, stored) => ({
      ...store,
      append: (claim, _seq, events, ts, durability) =>
        store.append(newest(stored, claim), runOf(stored, claim.runId).log.length, events, ts, durability),
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
    store: (store, stored) => ({
      ...store,
      decide(decision) {
        const { runId, approvalId, commandId } = decision;
        stored.change(
          `UPDATE approvals SET status = 'pending', decision = NULL
           WHERE run_id = ? AND id = ? AND status = 'decided' AND NOT EXISTS (SELECT 1 FROM commands WHERE commands.id = ?)`,
          runId,
          approvalId,
          `decide:${runId}:${commandId}`,
        );
        return store.decide(decision);
      },
    }),
  },
  'a command is not known the second time': {
    law: 'answers',
    scenario: 'ask',
    store: (store, stored) => ({
      ...store,
      decide(decision) {
        const { runId, commandId } = decision;
        stored.change('DELETE FROM commands WHERE id = ?', `decide:${runId}:${commandId}`);
        return store.decide(decision);
      },
    }),
  },
  'a decision holds for any arguments': {
    law: 'decisions',
    scenario: 'ask',
    store: (store) => ({
      ...store,
      async decide(decision) {
        const argsHash = await askedHash(store, decision.runId, decision.approvalId);
        return store.decide({ ...decision, argsHash: argsHash || decision.argsHash });
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
    store: (store, stored) => ({
      ...store,
      async decide(decision) {
        const { id, status } = runOf(stored, decision.runId).row;
        const result = await store.decide(decision);
        stored.change('UPDATE runs SET status = ? WHERE id = ?', status, id);
        return result;
      },
    }),
  },
  'a run begins to wait although a decision has come': {
    law: 'ends',
    scenario: 'ask-quick',
    store: (store, stored) => ({
      ...store,
      park: (claim, _seq, wakeAt) => store.park(claim, runOf(stored, claim.runId).log.length, wakeAt),
    }),
  },
  'a wish to cancel does not wake a run that waits': {
    law: 'ends',
    scenario: 'nobody',
    store: (store, stored) => ({
      ...store,
      async requestCancel(command) {
        const waits = runOf(stored, command.runId).row.status === 'waiting';
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

/** Loses the event that begins a message again, but not its words. */
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
