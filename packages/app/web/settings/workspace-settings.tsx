import type { WorkspaceInfo } from '@millrace/engine/run';
import { type Client, InstructionFiles } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

/** How commands run, and which files of the workspace instruct models. A server without a workspace shows nothing. */
export function WorkspaceSettings({ client }: { readonly client: Client }) {
  const strings = usePageWords();
  const [info, setInfo] = useState<WorkspaceInfo>();
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    client.getWorkspace().then(setInfo, () => {});
  }, [client]);

  async function change(work: Promise<WorkspaceInfo>): Promise<void> {
    setProblem(undefined);
    try {
      setInfo(await work);
      // The button that had the focus may be gone.
      heading.current?.focus();
    } catch {
      setProblem(strings.workspaceFailed);
    }
  }

  if (info === undefined) return null;
  const { instructions, commands } = info;
  const unused = instructions.filter(({ used }) => !used);
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {strings.workspace}
      </h3>
      {commands !== 'none' && <p>{strings.commandsRun[commands]}</p>}
      <p>{instructions.length === 0 ? strings.noInstructions : strings.instructionsHelp}</p>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
      <InstructionFiles files={instructions} states />
      <div className="mr-instructions-buttons">
        {unused.length > 0 && (
          <button
            type="button"
            className="mr-button"
            onClick={() => void change(client.trustInstructions(unused))}
          >
            {strings.useInstructions}
          </button>
        )}
        {unused.length < instructions.length && (
          <button type="button" className="mr-button" onClick={() => void change(client.dropInstructions())}>
            {strings.dropInstructions}
          </button>
        )}
      </div>
    </section>
  );
}
