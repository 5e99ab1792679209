import type { McpServerChange } from '@millrace/engine/run';
import { closeOnEscape } from '@millrace/react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { splitCommand } from './split-command.ts';

export interface McpFormProps {
  /** Resolves when the server is kept; rejects with what is wrong. */
  readonly onAdd: (name: string, server: McpServerChange) => Promise<void>;
}

/** Adds an MCP server, by a command line or an address. */
export function McpForm({ onAdd }: McpFormProps) {
  const strings = usePageWords();
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<'idle' | 'adding' | { readonly problem: string }>('idle');
  const button = useRef<HTMLButtonElement>(null);
  const ids = { problem: useId(), secrets: useId() };
  const problem = typeof state === 'object' ? state.problem : undefined;
  const described = problem === undefined ? {} : { 'aria-describedby': ids.problem };

  function close(): void {
    setState('idle');
    setOpen(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state === 'adding') return;
    const fields = new FormData(event.currentTarget);
    const value = (field: string): string => String(fields.get(field) ?? '').trim();
    setState('adding');
    try {
      await onAdd(value('name'), readServer(strings, value('server'), value('secrets')));
      close();
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : strings.mcpFailed });
    }
  }

  if (!open) {
    return (
      <button ref={button} type="button" className="mr-button" onClick={() => setOpen(true)}>
        {strings.addServer}
      </button>
    );
  }
  return (
    <form
      className="app-connect"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => closeOnEscape(event, close)}
    >
      <label>
        {strings.serverName}
        {/* biome-ignore lint/a11y/noAutofocus: the button that opened the form is gone */}
        <input name="name" required autoFocus autoComplete="off" maxLength={64} {...described} />
      </label>
      <label className="app-wide">
        {strings.commandOrAddress}
        <input
          name="server"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={strings.commandHint}
          {...described}
        />
      </label>
      <label className="app-wide">
        {strings.secrets}
        <textarea
          name="secrets"
          rows={2}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={ids.secrets}
        />
      </label>
      <p id={ids.secrets} className="app-wide">
        {strings.secretsHint}
      </p>
      <button type="submit" className="mr-button mr-button-primary" aria-disabled={state === 'adding'}>
        {state === 'adding' ? strings.connecting : strings.add}
      </button>
      <button type="button" className="mr-button" onClick={close}>
        {strings.cancel}
      </button>
      {problem !== undefined && (
        <p id={ids.problem} className="app-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function readServer(strings: PageWords, server: string, secrets: string): McpServerChange {
  const pairs = secrets
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, value] = /^([^=:\s]+)\s*[=:](.*)$/s.exec(line.trim()) ?? [];
      if (name === undefined || value === undefined) throw new Error(strings.badSecrets(line.trim()));
      return [name, value.trim()] as const;
    });
  const kept = pairs.length === 0 ? undefined : Object.fromEntries(pairs);
  if (/^https?:\/\//i.test(server)) return { url: server, ...(kept && { headers: kept }) };
  const [command = '', ...args] = splitCommand(server);
  return { command, args, ...(kept && { env: kept }) };
}
