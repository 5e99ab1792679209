'use client';

import type { RestoreAnswer } from '@millrace/engine/run';
import { useRef, useState } from 'react';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';
import type { GoBack } from './go-back.tsx';

/** The props of `WentBack`. */
export interface WentBackProps {
  readonly answer: RestoreAnswer;
  readonly restore: GoBack['restore'];
  readonly onClose: () => void;
}

/** Says what going back has changed, and takes it back, once. */
export function WentBack({ answer, restore, onClose }: WentBackProps) {
  const strings = useWords();
  const { files, messages, undo } = answer;
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const command = useRef(crypto.randomUUID());

  async function takeBack(id: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await restore({ command_id: command.current, undo: id });
      onClose();
    } catch (error) {
      command.current = crypto.randomUUID();
      setProblem(problemOf(strings, error));
      setBusy(false);
    }
  }

  return (
    <div className="mr-context" role="status">
      <span>
        {strings.wentBack(messages, files?.count ?? 0)}
        {files !== null && files.problems.length > 0 && ` ${files.problems.join(' ')}`}
        {problem !== undefined && ` ${problem}`}
      </span>
      {undo !== null && (
        <button
          type="button"
          className="mr-button mr-button-quiet"
          aria-disabled={isBusy}
          onClick={() => void takeBack(undo)}
        >
          {strings.undo}
        </button>
      )}
      <button type="button" className="mr-button mr-button-quiet" onClick={onClose}>
        {strings.dismiss}
      </button>
    </div>
  );
}
