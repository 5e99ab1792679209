import { useWords } from '../../words/words-context.ts';
import type { ActiveToolProgress } from './general-chat-state.ts';

/** A call that runs: its name, what it said last, and how far it is where that is known. */
export function ToolProgressCard({ toolName, updates }: ActiveToolProgress) {
  const strings = useWords();
  const last = updates.at(-1);
  const progress = last?.progress ?? null;
  return (
    <div className="mr-tray-progress">
      <p>
        <span className="mr-tray-ring" aria-hidden="true" />
        <strong dir="auto">{strings.toolRunning(toolName)}</strong>
      </p>
      {last !== undefined && (
        <p className="mr-tray-said" dir="auto">
          {last.message}
        </p>
      )}
      {progress !== null && (
        <p className="mr-tray-said">
          <progress value={progress} max={1} aria-label={strings.toolRunning(toolName)} />
          {strings.percent(progress)}
        </p>
      )}
    </div>
  );
}
