import type { ModelList, ProviderInfo, ServerSettings, SettingsRequest } from '@millrace/engine';
import type { Client } from '@millrace/react';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { strings } from './strings.ts';

export interface ModelSettingsProps {
  readonly client: Client;
  readonly models: ModelList | undefined;
  /** The models may be others now. */
  readonly onChange: () => void;
}

/** The providers, how they are connected, and the way to connect one. */
export function ModelSettings({ client, models, onChange }: ModelSettingsProps) {
  const [settings, setSettings] = useState<ServerSettings>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    client.settings().then(setSettings, () => setFailed(true));
  }, [client]);

  async function change(providers: SettingsRequest['providers']): Promise<void> {
    setSettings(await client.changeSettings({ providers }));
    onChange();
  }

  return (
    <section data-section="models">
      <h3>{strings.models}</h3>
      <p>{strings.modelsHelp}</p>
      {failed && <p role="alert">{strings.settingsFailed}</p>}
      <ul className="app-providers">
        {models?.models.some(({ demo }) => demo) && (
          <li>
            <ProviderHead name={strings.demoModel} detail={strings.demoDetail} connected={strings.ready} />
          </li>
        )}
        {settings?.providers.map((provider) => (
          <Provider key={provider.id} provider={provider} change={change} />
        ))}
      </ul>
    </section>
  );
}

interface ProviderProps {
  readonly provider: ProviderInfo;
  readonly change: (providers: SettingsRequest['providers']) => Promise<void>;
}

function Provider({ provider, change }: ProviderProps) {
  const [open, setOpen] = useState(false);
  const { id, name, connected, from } = provider;
  const ours = from !== 'environment';
  return (
    <li>
      <ProviderHead name={name} detail={detailOf(provider)} connected={connected && strings.connected}>
        {connected && from === 'settings' && (
          <button
            type="button"
            className="mr-button"
            aria-label={strings.disconnectFrom(name)}
            onClick={() => void change({ [id]: null })}
          >
            {strings.disconnect}
          </button>
        )}
        {!connected && ours && (
          <button
            type="button"
            className="mr-button"
            aria-expanded={open}
            aria-label={strings.connectTo(name)}
            onClick={() => setOpen(!open)}
          >
            {strings.connect}
          </button>
        )}
      </ProviderHead>
      {open && !connected && <ConnectForm provider={provider} change={change} />}
    </li>
  );
}

function ProviderHead(props: {
  readonly name: string;
  readonly detail: string;
  readonly connected: string | false;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className="app-provider">
      <div>
        <strong>{props.name}</strong>
        <p>{props.detail}</p>
      </div>
      {props.connected && (
        <span className="app-connected">
          <Check size={16} aria-hidden="true" />
          {props.connected}
        </span>
      )}
      {props.children}
    </div>
  );
}

/** The provider is asked before anything is kept; what it answers is shown as it is. */
function ConnectForm({ provider, change }: ProviderProps) {
  const { id, name, needs } = provider;
  const [state, setState] = useState<'idle' | 'checking' | { readonly problem: string }>('idle');
  const problemId = useId();
  const problem = typeof state === 'object' ? state.problem : undefined;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const value = (field: string): string => String(fields.get(field) ?? '').trim();
    const [api_key, base_url] = [value('api_key'), value('base_url')];
    setState('checking');
    try {
      await change({ [id]: { ...(api_key && { api_key }), ...(base_url && { base_url }) } });
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : strings.settingsFailed });
    }
  }

  const described = problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': problemId };
  return (
    <form className="app-connect" onSubmit={(event) => void submit(event)}>
      {needs !== 'key' && (
        <label>
          {strings.address}
          <input name="base_url" type="url" defaultValue={provider.base_url ?? ''} {...described} />
        </label>
      )}
      {needs !== 'nothing' && (
        <label>
          {needs === 'key' ? strings.apiKey : strings.apiKeyIfAny}
          <input
            name="api_key"
            type="password"
            autoComplete="off"
            required={needs === 'key'}
            {...described}
          />
        </label>
      )}
      <button type="submit" className="mr-button mr-button-primary" disabled={state === 'checking'}>
        {state === 'checking' ? strings.asking(name) : strings.checkAndSave}
      </button>
      {problem !== undefined && (
        <p id={problemId} className="app-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function detailOf({
  hint,
  connected,
  from,
  key_end,
  key_name,
  base_url,
  models,
  needs,
}: ProviderInfo): string {
  if (!connected) return hint;
  const parts = [
    needs === 'key' && key_end ? strings.keyEnds(key_end) : undefined,
    needs === 'key' ? undefined : strings.foundAt(base_url ?? ''),
    from === 'environment' && needs === 'key' ? strings.setBy(key_name) : undefined,
    strings.modelCount(models),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
