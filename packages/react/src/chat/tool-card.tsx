import {
  type PartialJsonValue,
  type ToolResultBlock,
  type ToolUseBlock,
  toolDescription,
} from '@millrace/engine';
import { Check, CircleAlert, Wrench } from 'lucide-react';
import { memo, useRef } from 'react';
import { strings } from '../strings.ts';
import { useFollow } from './use-follow.ts';

export interface ToolCardProps {
  readonly call: ToolUseBlock;
  readonly result: ToolResultBlock | undefined;
  /** The input while it arrives. It grows in place; `arrived` tells by how much. */
  readonly preview: PartialJsonValue | undefined;
  readonly arrived: number | undefined;
  readonly running: boolean;
}

/** A call as it is written, and what became of it. */
export const ToolCard = memo(function ToolCard({ call, result, preview, arrived, running }: ToolCardProps) {
  const writing = arrived !== undefined && running;
  const failed = result?.is_error === true || call.input_error !== undefined;
  const state = stateOf({ writing, failed, done: result !== undefined, running });
  const input = writing ? preview : (call.input_text ?? call.input);
  const body = useRef<HTMLDivElement>(null);
  const { onScroll } = useFollow(body, writing ? arrived : 0);
  return (
    <section className="mr-tool" aria-label={strings.toolCall(call.name)}>
      <header>
        <StateIcon state={state} />
        <strong>{titleOf(call.name, input)}</strong>
        <span className="mr-tool-state">{strings.toolStates[state]}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="mr-tool-body" ref={body} onScroll={onScroll} tabIndex={0}>
        <Input input={input} />
        {call.input_error !== undefined && <p className="mr-tool-problem">{call.input_error}</p>}
        {result !== undefined && (
          <pre className={result.is_error ? 'mr-tool-problem' : undefined} dir="auto">
            {print(result.content)}
          </pre>
        )}
      </div>
    </section>
  );
});

/** The call in a few words, from what of its input is there. */
function titleOf(name: string, input: unknown): string {
  const texts = Object.entries({ ...(typeof input === 'object' ? input : {}) }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return toolDescription(name, Object.fromEntries(texts)).slice(1, -1);
}

type ToolState = keyof typeof strings.toolStates;

function stateOf(is: { writing: boolean; failed: boolean; done: boolean; running: boolean }): ToolState {
  if (is.failed) return 'failed';
  if (is.writing) return 'writing';
  if (is.done) return 'done';
  return is.running ? 'waiting' : 'stopped';
}

function StateIcon({ state }: { readonly state: ToolState }) {
  if (state === 'failed') return <CircleAlert className="mr-tool-bad" size={16} aria-hidden="true" />;
  if (state === 'done') return <Check className="mr-tool-ok" size={16} aria-hidden="true" />;
  return <Wrench size={16} aria-hidden="true" />;
}

/** Arguments by name. Text is shown as text, so that a file that is being written can be read. */
function Input({ input }: { readonly input: unknown }) {
  if (typeof input !== 'object' || input === null) {
    return input === undefined || input === '' ? null : <pre dir="auto">{print(input)}</pre>;
  }
  const entries = Object.entries(input);
  if (entries.length === 0) return null;
  return (
    <dl>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{print(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function print(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}
