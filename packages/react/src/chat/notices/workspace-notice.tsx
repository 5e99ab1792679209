'use client';

import type { WorkspaceInfo } from '@millrace/engine/run';
import { ScrollText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Client } from '../../client/create-client.ts';
import { useWords } from '../../words/words-context.ts';
import { InstructionFiles } from './instruction-files.tsx';

/** The props of `WorkspaceNotice`. */
export interface WorkspaceNoticeProps {
  readonly client: Pick<Client, 'getWorkspace' | 'trustInstructions'>;
  /** The person has decided, and the pressed button is gone. */
  readonly onDone: () => void;
}

// A notice that was put off comes back when the page is loaded again, or a file changes.
const putOff = new Set<string>();

/** Says that the workspace brings instructions for models, shows them, and asks whether they count. Nothing when all was said. */
export function WorkspaceNotice({ client, onDone }: WorkspaceNoticeProps) {
  const strings = useWords();
  const [info, setInfo] = useState<WorkspaceInfo>();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOver = false;
    // A server without a workspace has nothing to ask.
    client.getWorkspace().then(
      (found) => !isOver && setInfo(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [client]);

  const files = (info?.instructions ?? []).filter(({ used }) => !used);
  const key = files.map(({ path, version }) => `${version} ${path}`).join('\n');
  if (files.length === 0 || putOff.has(key)) return null;

  async function accept(): Promise<void> {
    setProblem(undefined);
    try {
      setInfo(await client.trustInstructions(files));
      onDone();
    } catch {
      setProblem(strings.instructionsFailed);
    }
  }
  function notNow(): void {
    putOff.add(key);
    setInfo(undefined);
    onDone();
  }
  return (
    <section className="mr-instructions" aria-label={strings.instructionsFound(files.length)}>
      <div className="mr-instructions-head">
        <ScrollText size={16} aria-hidden="true" />
        <p>
          <strong>{strings.instructionsFound(files.length)}</strong> {strings.instructionsUnused}
        </p>
      </div>
      {isOpen && <InstructionFiles files={files} />}
      {problem !== undefined && (
        <p className="mr-instructions-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="mr-instructions-buttons">
        <button
          type="button"
          className="mr-button"
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          {isOpen ? strings.hideInstructions : strings.readInstructions}
        </button>
        <button type="button" className="mr-button" onClick={() => void accept()}>
          {strings.useInstructions}
        </button>
        <button type="button" className="mr-button" onClick={notNow}>
          {strings.notNow}
        </button>
      </div>
    </section>
  );
}
