import { createContext, type ReactNode, use, useMemo, useRef } from 'react';
import { ApiError } from '../client/api-error.ts';
import type { Client } from '../client/create-client.ts';
import { type RevertResult, type ToolActions, ToolActionsContext } from '../timeline/tool-actions.ts';
import type { Answer, AnswerBlock } from './answer.ts';

/** How calls are undone. Without it they can't be. */
export const RevertContext = createContext<Client['revert'] | undefined>(undefined);

export interface AnswerActionsProps extends Pick<Answer, 'blocks' | 'status'> {
  readonly runId: string;
  readonly children: ReactNode;
}

/** Lets a person undo calls of an answer that is finished. */
export function AnswerActions({ runId, blocks, status, children }: AnswerActionsProps) {
  const revert = use(RevertContext);
  // The same wish, however often it has to be sent.
  const commands = useRef(new Map<string, string>());
  // As a text: it changes only when something in it does.
  const states = status === 'running' ? '[]' : JSON.stringify(revertStates(blocks));
  const actions = useMemo(() => {
    // It was printed above.
    const known = new Map(JSON.parse(states) as ReturnType<typeof revertStates>);
    const found: ToolActions = {
      revertState(id) {
        const state = known.get(id);
        return state === 'open' && revert === undefined ? undefined : state;
      },
      async revert(id) {
        if (revert === undefined) return { isReverted: false };
        const command_id = commands.current.get(id) ?? crypto.randomUUID();
        commands.current.set(id, command_id);
        const result = await undo(() => revert(runId, { command_id, tool_use_id: id }));
        // It was answered: the next press is another wish.
        commands.current.delete(id);
        return result;
      },
    };
    return found;
  }, [states, revert, runId]);
  return <ToolActionsContext value={actions}>{children}</ToolActionsContext>;
}

async function undo(send: () => ReturnType<Client['revert']>): Promise<RevertResult> {
  try {
    const [call] = (await send()).calls;
    return { isReverted: call?.outcome === 'reverted', message: call?.message };
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof ApiError && error.code === 'already_reverted')
      return { isReverted: true, message: error.message };
    throw error;
  }
}

function revertStates(blocks: readonly AnswerBlock[]): (readonly [string, 'open' | 'reverted'])[] {
  return blocks.flatMap(({ tool, spans = [] }) => {
    const inner = spans.flatMap((span) => revertStates(span.blocks));
    if (!tool?.revertible) return inner;
    return [[tool.tool_use_id, tool.reverted === true ? 'reverted' : 'open'] as const, ...inner];
  });
}
