import type { ProviderStatus, SettingsRequest } from '@millrace/engine/run';
import { closeOnEscape } from '@millrace/react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { SecretField } from '../keys/secret-field.tsx';

export interface ConnectFormProps {
  readonly provider: ProviderStatus;
  readonly change: (providers: SettingsRequest['providers']) => Promise<void>;
  /** Called by Escape. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The provider is asked before anything is kept; what it answers is shown as it is. */
export function ConnectForm({ provider, change, onClose, children }: ConnectFormProps) {
  const strings = usePageWords();
  const { id, name, needs } = provider;
  const [state, setState] = useState<'idle' | 'checking' | { readonly problem: string }>('idle');
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  // A person who opens it wants to paste a key.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=api_key], input')?.focus(), []);
  const problem = typeof state === 'object' ? state.problem : undefined;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state === 'checking') return;
    const fields = new FormData(event.currentTarget);
    const value = (field: string): string => String(fields.get(field) ?? '').trim();
    const [api_key, base_url] = [value('api_key'), value('base_url')];
    setState('checking');
    try {
      await change({ [id]: { ...(api_key && { api_key }), ...(base_url && { base_url }) } });
      setState('idle');
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : strings.settingsFailed });
    }
  }

  const described = problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': problemId };
  return (
    <form
      ref={form}
      className="app-connect"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => closeOnEscape(event, onClose)}
    >
      {needs !== 'key' && (
        <label>
          {strings.address}
          <input name="base_url" type="url" defaultValue={provider.base_url ?? ''} {...described} />
        </label>
      )}
      {needs !== 'nothing' && (
        <SecretField
          label={needs === 'key' ? strings.apiKey : strings.apiKeyIfAny}
          show={strings.showKey}
          name="api_key"
          required={needs === 'key'}
          {...described}
        />
      )}
      <button type="submit" className="mr-button mr-button-primary" aria-disabled={state === 'checking'}>
        {state === 'checking' ? strings.asking(name) : strings.checkAndSave}
      </button>
      {children}
      {problem !== undefined && (
        <p id={problemId} className="app-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
