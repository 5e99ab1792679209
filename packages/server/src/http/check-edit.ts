import type { HitlDecision } from '@millrace/engine';
import { inputProblem } from '../agent/judge-call.ts';
import type { RuleStore, RunStore } from '../store/store.ts';
import type { Tool } from '../tools/tool.ts';
import { problem } from './problem.ts';

/** What an input that a person wrote is judged by. */
export interface EditLaw {
  readonly tools: readonly Tool[];
  readonly workspace: string | undefined;
  readonly protectedPaths: readonly string[];
}

export interface Edit {
  readonly runId: string;
  readonly approvalId: string;
  readonly decision: HitlDecision;
}

/** Refuses an edit that could not run, while the person can still mend it. Whatever else is wrong is told by the store. */
export async function checkEdit(
  store: RunStore & RuleStore,
  { tools, workspace, protectedPaths }: EditLaw,
  { runId, approvalId, decision }: Edit,
): Promise<void> {
  const { type, edited_action } = decision;
  if (type !== 'edit' || edited_action === undefined) return;
  const approval = (await store.readApprovals(runId)).find(({ id }) => id === approvalId);
  const tool = tools.find(({ name }) => name === approval?.tool);
  const run = await store.getRun(runId);
  if (approval?.status !== 'pending' || tool === undefined || run === undefined) return;
  if (edited_action.name !== tool.name)
    throw problem(409, 'bad_edit', `This is about ${tool.name}. An edit changes its input, not the tool.`);
  const rules = await store.readRules({ chatId: run.chatId, workspace: workspace ?? '' });
  const wrong = inputProblem(tool, edited_action.args, { rules, root: workspace, protectedPaths });
  if (wrong !== undefined) throw problem(409, 'bad_edit', wrong);
}
