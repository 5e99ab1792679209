import { join } from 'node:path';
import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { inputProblem } from '../../agent/plan/judge-call.ts';
import type { ApprovalRow, RuleStore, RunStore } from '../../store/store.ts';
import { type Toolbox, toolSource } from '../../tools/define/toolbox.ts';
import { problem } from '../request/problem.ts';

/** The facts that an input written by a person is judged by. */
export interface EditLaw {
  readonly tools: Toolbox;
  readonly workspace: string | undefined;
  readonly protectedPaths: readonly string[];
}

export interface Edit {
  readonly runId: string;
  readonly approvalId: string;
  readonly decision: HitlDecision;
}

/**
 * Refuses an edit that could not run, and an answer that does not fit what a tool asked, while the person can still fix it.
 * The store reports all other problems.
 */
export async function checkEdit(
  store: RunStore & RuleStore,
  { tools, workspace, protectedPaths }: EditLaw,
  { runId, approvalId, decision }: Edit,
): Promise<void> {
  const { type, edited_action, message } = decision;
  if (type === 'reject' && message === undefined) return;
  const approval = (await store.readApprovals(runId)).find(({ id }) => id === approvalId);
  if (approval?.status !== 'pending') return;
  const request = await requestOf(store, approval);
  if (request?.limit !== undefined) return checkGoOn(decision);
  if (type === 'reject') return;
  if (request?.question !== undefined) return checkAnswer(request, decision);
  if (type !== 'edit' || edited_action === undefined) return;
  const tool = (await toolSource(tools)()).find(({ name }) => name === request?.tool);
  const run = await store.getRun(runId);
  if (tool === undefined || run === undefined) return;
  if (edited_action.name !== tool.name)
    throw problem(
      409,
      'bad_edit',
      `This approval is for ${tool.name}. An edit can change its input, not the tool.`,
    );
  const root = workspace && run.folder !== undefined ? join(workspace, run.folder) : workspace;
  const rules = await store.readRules({ chatId: run.chatId, workspace: root ?? '' });
  const wrong = inputProblem(tool, edited_action.args, { rules, root, protectedPaths });
  if (wrong !== undefined) throw problem(409, 'bad_edit', wrong.content);
}

async function requestOf(store: RunStore, { runId, seq }: ApprovalRow): Promise<ApprovalRequest | undefined> {
  const [event] = await store.readEvents(runId, seq - 1, 1);
  return event?.type === 'approval_request' ? event : undefined;
}

/** Refuses more than a yes or a no to the question whether a run goes on. */
function checkGoOn({ type, message }: HitlDecision): void {
  if ((type === 'approve' || type === 'reject') && message === undefined) return;
  throw problem(
    409,
    'bad_edit',
    'A run that asks to go on takes only approve or reject. Send words as a message.',
  );
}

/** Refuses an answer that the tool which asked could not take. */
async function checkAnswer(
  { tool, input, question }: ApprovalRequest,
  { edited_action }: HitlDecision,
): Promise<void> {
  if (question === undefined) return;
  if (edited_action !== undefined && edited_action.name !== tool)
    throw problem(409, 'bad_edit', `This question comes from ${tool}. Answer it under that name.`);
  // Loaded with the first answer: few tools ask.
  const { schemaProblem } = await import('../../tools/mcp/schema-problem.ts');
  const wrong = schemaProblem(question.schema)(edited_action?.args ?? input);
  if (wrong !== undefined)
    throw problem(
      409,
      'bad_edit',
      `The answer does not match the question: ${wrong}. Correct it, then send it again.`,
    );
}
