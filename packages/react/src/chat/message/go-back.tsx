'use client';

import type { CheckpointList, RestoreAnswer, RestoreRequest, WorkspaceDiff } from '@millrace/engine/run';
import { History } from 'lucide-react';
import { createContext, use, useEffect, useId, useRef, useState } from 'react';
import { LineCounts } from '../../approval/diff/line-counts.tsx';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';

/** The functions that take a chat back to before one of its messages. */
export interface GoBack {
  /** The changes in the workspace since before an answer. */
  diff(runId: string): Promise<WorkspaceDiff>;
  /** The space that all checkpoints take on the disk, and may take; null where nothing is saved. */
  disk(): Promise<CheckpointList['disk']>;
  /** Goes back, or takes that back. */
  restore(request: RestoreRequest): Promise<RestoreAnswer>;
  /** Told what going back has changed: `WentBack` shows it. `text` is the message that was taken back with the conversation. */
  readonly onWent: (answer: RestoreAnswer, text: string | undefined) => void;
}

export interface GoingBack extends GoBack {
  /** False while an answer is being written. */
  readonly canGo: boolean;
}

export const GoBackContext = createContext<GoingBack | undefined>(undefined);

type What = NonNullable<RestoreRequest['what']>;

/** Offers to go back to before a message, after showing what that changes. */
export function GoBackButton({ runId, text }: { readonly runId: string; readonly text: string }) {
  const strings = useWords();
  const going = use(GoBackContext);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function leave(): void {
    setOpen(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  if (going === undefined || !going.canGo) return null;
  if (!isOpen)
    return (
      <button
        type="button"
        className="mr-button mr-button-quiet mr-go-back"
        ref={button}
        onClick={() => setOpen(true)}
      >
        <History size={14} aria-hidden="true" />
        {strings.goBack}
      </button>
    );
  return <GoBackPanel {...{ runId, text, going }} onLeave={leave} onGone={() => setOpen(false)} />;
}

interface PanelProps {
  readonly runId: string;
  readonly text: string;
  readonly going: GoingBack;
  /** Nothing was done. */
  readonly onLeave: () => void;
  readonly onGone: () => void;
}

function GoBackPanel({ runId, text, going, onLeave, onGone }: PanelProps) {
  const strings = useWords();
  const { diff, disk, restore, onWent } = going;
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState<WorkspaceDiff | string>();
  const [used, setUsed] = useState<CheckpointList['disk']>(null);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const command = useRef(crypto.randomUUID());
  useEffect(() => {
    panel.current?.focus();
    let isOver = false;
    diff(runId).then(
      (found) => !isOver && setChanges(found),
      (error) => !isOver && setChanges(problemOf(strings, error)),
    );
    // It is only information: nothing is missing without it.
    disk().then(
      (found) => !isOver && setUsed(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [diff, disk, runId, strings]);

  async function go(what: What): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await restore({ command_id: command.current, run_id: runId, what });
      onGone();
      onWent(answer, what === 'files' ? undefined : text);
    } catch (error) {
      // A new try after a refusal is a new command.
      command.current = crypto.randomUUID();
      setProblem(problemOf(strings, error));
      setBusy(false);
    }
  }

  const files = typeof changes === 'object' ? changes.files : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have no place for the words
    <div
      role="group"
      className="mr-go-back-panel"
      aria-labelledby={title}
      ref={panel}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <strong id={title}>{strings.goBackTitle}</strong>
      <p>{typeof changes === 'string' ? changes : strings.changedSince(changes && files.length)}</p>
      {files.length > 0 && (
        <ul>
          {files.slice(0, SHOWN).map(({ path, added, removed }) => (
            <li key={path}>
              <code dir="ltr">{path}</code>
              {added !== null && removed !== null && <LineCounts added={added} removed={removed} />}
            </li>
          ))}
          {files.length > SHOWN && <li>{strings.moreFiles(files.length - SHOWN)}</li>}
        </ul>
      )}
      <p className="mr-go-back-choices">
        {WHATS.map((what) => (
          <button
            key={what}
            type="button"
            className="mr-button"
            aria-disabled={isBusy || (what !== 'conversation' && files.length === 0)}
            onClick={() => (what === 'conversation' || files.length > 0) && void go(what)}
          >
            {strings.goBackWhat[what]}
          </button>
        ))}
        <button type="button" className="mr-button mr-button-quiet" onClick={onLeave}>
          {strings.back}
        </button>
      </p>
      {used !== null && <p className="mr-usage">{strings.checkpointDisk(used.bytes, used.bound)}</p>}
      {problem !== undefined && (
        <p role="alert" className="mr-tool-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

const SHOWN = 8;
const WHATS: readonly What[] = ['both', 'files', 'conversation'];
