'use client';

import type { ToolUseBlock } from '@millrace/engine/message';
import type { RunTool } from '@millrace/engine/run';
import { createContext, type ReactNode, use, useMemo, useRef } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/create-client.ts';
import { type EmbedExtras, EmbedExtrasContext } from '../../embeds/embed-extras.ts';
import { stepWords } from '../../timeline/step/step-words.ts';
import { RevertButton } from '../../timeline/tool/revert-button.tsx';
import { type RevertResult, type ToolActions, ToolActionsContext } from '../../timeline/tool/tool-actions.ts';
import { useWords, type Words } from '../../words/words-context.ts';
import type { Answer, AnswerBlock } from './answer.ts';

/** How calls are undone. Without it they can't be. */
export const RevertContext = createContext<Client['revert'] | undefined>(undefined);

/** Gives the files that a call changed. Without it only their changes are shown. */
export const CallFilesContext = createContext<Client['callFiles'] | undefined>(undefined);

export interface AnswerActionsProps extends Pick<Answer, 'blocks' | 'status'> {
  readonly runId: string;
  readonly children: ReactNode;
}

const NO_BLOCKS: readonly AnswerBlock[] = [];

/** Lets a person undo calls of an answer that is finished: at their steps, and where the answer shows a file that they changed. */
export function AnswerActions({ runId, blocks, status, children }: AnswerActionsProps) {
  const strings = useWords();
  const revert = use(RevertContext);
  const filesOf = use(CallFilesContext);
  // The same wish, however often it has to be sent.
  const commands = useRef(new Map<string, string>());
  // Nothing can be undone while the answer grows.
  const over = status === 'running' ? NO_BLOCKS : blocks;
  const actions = useMemo(() => {
    const calls = revertibleCalls(strings, over);
    const known = new Map(calls.map((call) => [call.id, call]));
    const found: ToolActions = {
      revertState(id) {
        const state = known.get(id)?.state;
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
      files: filesOf && ((id) => filesOf(runId, id)),
    };
    return {
      found,
      extras: calls.some(({ change }) => change !== undefined) ? extrasOf(calls, found) : undefined,
    };
  }, [strings, over, revert, filesOf, runId]);
  return (
    <ToolActionsContext value={actions.found}>
      <EmbedExtrasContext value={actions.extras}>{children}</EmbedExtrasContext>
    </ToolActionsContext>
  );
}

/** The last change of the file that an embed shows, and the button that undoes it. Full screen is outside of the answer. */
function extrasOf(calls: readonly RevertibleCall[], actions: ToolActions): EmbedExtras {
  return ({ filename }) => {
    const call = calls.findLast(({ change }) => change !== undefined && change.path === filename);
    if (call?.change === undefined) return undefined;
    const revert = (
      <ToolActionsContext value={actions}>
        <RevertButton toolCallId={call.id} className="mr-button" />
      </ToolActionsContext>
    );
    return { actions: revert, changed: call.change };
  };
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

interface RevertibleCall {
  readonly id: string;
  readonly state: 'open' | 'reverted';
  /** The file that it changed, where its input names one, and the words of its step. */
  readonly change?: { readonly path: string; readonly by: string; readonly at: number | undefined };
}

function revertibleCalls(strings: Words, blocks: readonly AnswerBlock[]): readonly RevertibleCall[] {
  return blocks.flatMap(({ block, tool, spans = [] }) => {
    const inner = spans.flatMap((span) => revertibleCalls(strings, span.blocks));
    if (!tool?.revertible) return inner;
    const change = block.type === 'tool_use' ? changeOf(strings, block, tool) : undefined;
    const state = tool.reverted === true ? 'reverted' : 'open';
    return [{ id: tool.tool_use_id, state, ...(change && { change }) }, ...inner];
  });
}

function changeOf(
  strings: Words,
  { id, name, input }: ToolUseBlock,
  tool: RunTool,
): RevertibleCall['change'] {
  const { path } = input;
  if (typeof path !== 'string') return undefined;
  const item = { kind: 'tool-call', id, toolName: name, args: input, status: 'completed' } as const;
  const { title, target } = stepWords(strings, item, { title: tool.title });
  const by = target === undefined ? title : `${title} ${target}`;
  return { path: path.replace(/^\.\//, ''), by, at: tool.ended_at };
}
