import type { RunTool } from '@millrace/engine';
import { Undo2 } from 'lucide-react';
import { createContext, use, useRef, useState } from 'react';
import { ApiError } from '../client/api-error.ts';
import type { Client } from '../client/create-client.ts';
import { strings } from '../words/strings.ts';

/** How calls are undone. Without it they can't be. */
export const RevertContext = createContext<Client['revert'] | undefined>(undefined);

export interface RevertButtonProps {
  readonly runId: string;
  readonly tool: RunTool;
}

/** Undoes a call whose tool can, or says that it was. What others undid comes with the message. */
export function RevertButton({ runId, tool }: RevertButtonProps) {
  const revert = use(RevertContext);
  const [phase, setPhase] = useState<'open' | 'sending' | 'done'>('open');
  const [note, setNote] = useState<string>();
  // The same wish, however often it has to be sent.
  const command = useRef<string>(undefined);

  async function send(): Promise<void> {
    if (revert === undefined || phase === 'sending') return;
    setPhase('sending');
    setNote(undefined);
    command.current ??= crypto.randomUUID();
    try {
      const { calls } = await revert(runId, { command_id: command.current, tool_use_id: tool.tool_use_id });
      command.current = undefined;
      const [call] = calls;
      const isDone = call?.outcome === 'reverted';
      setPhase(isDone ? 'done' : 'open');
      if (!isDone) setNote(call?.message ?? strings.revertFailed);
    } catch (error) {
      const isOld = error instanceof ApiError && error.code === 'already_reverted';
      setPhase(isOld ? 'done' : 'open');
      setNote(error instanceof Error ? error.message : String(error));
    }
  }

  if (tool.reverted === true || phase === 'done')
    return (
      <p className="mr-tool-decision" role="status">
        {strings.reverted}
        {note !== undefined && ` ${note}`}
      </p>
    );
  if (revert === undefined) return null;
  return (
    <p className="mr-tool-revert">
      <button
        type="button"
        className="mr-button mr-button-quiet"
        aria-disabled={phase === 'sending'}
        onClick={() => void send()}
      >
        <Undo2 size={14} aria-hidden="true" />
        {phase === 'sending' ? strings.reverting : strings.revert}
      </button>
      {note !== undefined && (
        <span role="alert" className="mr-tool-problem">
          {note}
        </span>
      )}
    </p>
  );
}
