'use client';

import type { ToolHistoryEntry } from '@millrace/engine/run';
import { ChevronDown, Wrench } from 'lucide-react';
import { useState } from 'react';
import { Arguments, printValue } from '../../approval/card/arguments.tsx';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';

/** The props of `ToolCallCard`. */
export interface ToolCallCardProps extends Omit<ToolHistoryEntry, 'tool_use_id' | 'output'> {
  readonly tool_use_id?: string;
  /** Without it the call has none yet. */
  readonly output?: unknown;
  /** True when it is open from the start; it can still be folded. */
  readonly defaultOpen?: boolean;
}

/** A call of a tool: its name, and behind it its input and output. */
export function ToolCallCard({ tool_name, input, output, is_error, defaultOpen = false }: ToolCallCardProps) {
  const strings = useWords();
  const [wasOpen, setWasOpen] = useState(defaultOpen);
  return (
    <details
      className={is_error ? 'mr-call-card mr-call-card-bad' : 'mr-call-card'}
      open={defaultOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <summary>
        <Wrench size={16} aria-hidden="true" />
        <strong dir="auto">
          <ShownText text={tool_name} />
        </strong>
        {is_error && <span className="mr-call-card-state">{strings.toolFailed}</span>}
        <ChevronDown className="mr-call-card-mark" size={16} aria-hidden="true" />
      </summary>
      {wasOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <div className="mr-call-card-body" tabIndex={0}>
          <h4>{strings.input}</h4>
          <Arguments input={input} />
          {output !== undefined && (
            <>
              <h4>{strings.output}</h4>
              <pre dir="auto">
                <ShownText text={outputText(output)} />
              </pre>
            </>
          )}
        </div>
      )}
    </details>
  );
}

/** A result as text: of blocks that are all text, their text. */
function outputText(output: unknown): string {
  if (!Array.isArray(output)) return printValue(output);
  const texts = output.map((block: unknown) =>
    typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string'
      ? block.text
      : undefined,
  );
  return texts.includes(undefined) ? printValue(output) : texts.join('\n');
}
