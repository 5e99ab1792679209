import type { EditPreview, EditPreviewRequest } from '@millrace/engine/run';
import { changeFacts } from '../../agent/calls/ask-facts.ts';
import type { RuleStore, RunStore } from '../../store/store.ts';
import { toolSource } from '../../tools/define/toolbox.ts';
import { openWorkspace } from '../../tools/workspace/workspace.ts';
import { problem } from '../request/problem.ts';
import { checkEdit, type EditLaw } from './check-edit.ts';

/** Shows what an edited call would change, while the person still edits it. A newer request for a question ends the older one. */
export function createEditPreview(
  store: RunStore & RuleStore,
  law: EditLaw,
): (runId: string, request: EditPreviewRequest) => Promise<EditPreview> {
  const workspace = law.workspace === undefined ? undefined : openWorkspace(law.workspace);
  const open = new Map<string, AbortController>();
  return async (runId, { approval_id, args }) => {
    const approval = (await store.readApprovals(runId)).find(({ id }) => id === approval_id);
    if (approval === undefined) throw problem(404, 'no_approval', `This run has not asked ${approval_id}.`);
    if (approval.status !== 'pending')
      throw problem(
        409,
        'expired',
        'It is too late to edit this: it has been decided, or the run has ended.',
      );
    const tool = (await toolSource(law.tools)()).find(({ name }) => name === approval.tool);
    if (tool?.preview === undefined) return { change: null };
    const decision = { type: 'edit', edited_action: { name: tool.name, args } } as const;
    await checkEdit(store, law, { runId, approvalId: approval_id, decision });
    const mine = new AbortController();
    open.get(approval_id)?.abort();
    open.set(approval_id, mine);
    try {
      const { change = null } = await changeFacts(tool, args, { workspace, signal: mine.signal });
      return { change };
    } finally {
      if (open.get(approval_id) === mine) open.delete(approval_id);
    }
  };
}
