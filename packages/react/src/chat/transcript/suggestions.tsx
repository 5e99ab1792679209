'use client';

import type { Suggestions as Suggested, SuggestedAction } from '@millrace/engine/run';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useBrief } from '../../page/use-brief.ts';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';

/** The handlers of suggested values and actions. */
export interface SuggestionHooks {
  /** Sends a suggested value, in its mode if it names one. Without it there are no chips. */
  readonly onValue?: ((value: string, mode: string | undefined) => void) | undefined;
  /** Does an action of the server; rejects with an error that says why it could not. */
  readonly onServerAction?: ((action: SuggestedAction) => Promise<void>) | undefined;
  /** Does an action of the page. Without it such actions can't be pressed. */
  readonly onAction?: ((action: SuggestedAction) => void) | undefined;
}

/** The actions that a person may take next with one press. Arrows go from one to the next. */
export function Suggestions(props: SuggestionHooks & Suggested) {
  const strings = useWords();
  const { suggested_values = [], suggested_actions = [], onValue } = props;
  const [problem, setProblem] = useState<string>();
  /** The action that the server is at. */
  const [atWork, setAtWork] = useState<SuggestedAction>();
  const busy = atWork !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const values = onValue === undefined ? [] : suggested_values;
  if (values.length + suggested_actions.length === 0) return null;

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const here = buttons.findIndex((button) => button.contains(document.activeElement));
    if (step === undefined || here < 0) return;
    event.preventDefault();
    buttons.at((here + step) % buttons.length)?.focus();
  }

  async function run(action: SuggestedAction): Promise<void> {
    if (action.handler === 'client') return props.onAction?.(action);
    setAtWork(action);
    setProblem(undefined);
    try {
      await props.onServerAction?.(action);
    } catch (error) {
      setProblem(problemOf(strings, error));
    } finally {
      setAtWork(undefined);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className="mr-suggestions"
      role="group"
      aria-label={strings.suggestions}
      ref={box}
      onKeyDown={onKeyDown}
    >
      {values.map(({ label, value, mode }) => (
        <button
          type="button"
          className="mr-chip"
          key={`${label} ${value}`}
          dir="auto"
          aria-disabled={busy}
          onClick={() => !busy && onValue?.(value, mode)}
        >
          {label}
        </button>
      ))}
      {suggested_actions.map((action) => (
        <ActionButton
          key={`${action.action} ${action.label}`}
          action={action}
          known={(action.handler === 'client' ? props.onAction : props.onServerAction) !== undefined}
          busy={busy}
          isAtWork={action === atWork}
          onPress={() => void run(action)}
        />
      ))}
      {problem !== undefined && (
        <p className="mr-suggestion-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

const STYLES = {
  primary: 'mr-button mr-button-primary',
  secondary: 'mr-button',
  warning: 'mr-button mr-button-warning',
} as const;

/** So long a warning action waits for its second press. */
const SURE_MS = 4000;

interface ActionButtonProps {
  readonly action: SuggestedAction;
  readonly known: boolean;
  readonly busy: boolean;
  readonly isAtWork: boolean;
  readonly onPress: () => void;
}

/** An action that warns needs a second press. */
function ActionButton({ action, known, busy, isAtWork, onPress }: ActionButtonProps) {
  const strings = useWords();
  const { label, style = 'secondary' } = action;
  const [asked, setAsked] = useBrief(false, SURE_MS);
  function press(): void {
    if (busy || !known) return;
    setAsked(style === 'warning' && !asked);
    if (style !== 'warning' || asked) onPress();
  }
  return (
    <button
      type="button"
      className={STYLES[style]}
      dir="auto"
      aria-disabled={busy || !known}
      aria-busy={isAtWork}
      title={known ? undefined : strings.unknownAction}
      onClick={press}
    >
      {isAtWork && <span className="mr-ring" aria-hidden="true" />}
      {asked ? strings.pressAgain(label) : label}
    </button>
  );
}
