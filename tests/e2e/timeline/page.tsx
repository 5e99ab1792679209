import '@millrace/react/styles.css';
import { buildTimeline, type HitlDecision, type MessageContent, type ThinkingStep } from '@millrace/engine';
import {
  HitlContext,
  type HitlRuntime,
  type StepDetails,
  Timeline,
  type TimelineProps,
  type ToolActions,
  ToolActionsContext,
  toolUI,
} from '@millrace/react';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';

// The timeline in an app that is not ours: no client and no server, only data.

export interface Shown extends Pick<TimelineProps, 'status' | 'startedAt' | 'endedAt'> {
  readonly content: readonly MessageContent[];
  readonly steps?: readonly ThinkingStep[];
  readonly details?: Readonly<Record<string, StepDetails>>;
  /** Calls that can be undone. */
  readonly revertible?: readonly string[];
}

export interface TimelinePage {
  show(next: Shown): void;
  /** How often the component of each call was drawn. */
  readonly drawn: Record<string, number>;
  readonly decided: { readonly id: string; readonly decision: HitlDecision }[];
}

declare global {
  interface Window {
    timeline: TimelinePage;
  }
}

const drawn: Record<string, number> = {};
const decided: { id: string; decision: HitlDecision }[] = [];

const tools = toolUI<{ counted: { args: { n: number } } }>({
  counted({ toolCallId, args }) {
    drawn[toolCallId] = (drawn[toolCallId] ?? 0) + 1;
    return <p>Counted {args.n}</p>;
  },
});

const runtime: HitlRuntime = {
  device: () => 'me',
  async decide({ approval_id: id }, decision) {
    decided.push({ id, decision });
    return { type: 'decided', decision, by: 'me' };
  },
};

function Page() {
  const [shown, setShown] = useState<Shown>({ content: [] });
  window.timeline = { show: setShown, drawn, decided };
  const { content, steps, details = {}, revertible = [], ...turn } = shown;
  // One that was undone stays undone.
  const [undone, setUndone] = useState<readonly string[]>([]);
  const actions = useMemo(
    (): ToolActions => ({
      revertState: (id) => (undone.includes(id) ? 'reverted' : revertible.includes(id) ? 'open' : undefined),
      async revert(id) {
        if (id === 'second') return { isReverted: true, message: 'It was undone before.' };
        if (id === 'never') throw new Error('The file has changed since.');
        setUndone((before) => [...before, id]);
        return { isReverted: true };
      },
    }),
    [revertible, undone],
  );
  return (
    <HitlContext value={runtime}>
      <ToolActionsContext value={actions}>
        <main>
          <h1>Somebody’s app</h1>
          <Timeline
            groups={buildTimeline(content, steps)}
            details={new Map(Object.entries(details))}
            tools={tools}
            {...turn}
          />
          <p>The answer.</p>
        </main>
      </ToolActionsContext>
    </HitlContext>
  );
}

document.body.style.background = 'var(--mr-bg)';
const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Page />);
