import type { ModelList, ProviderStatus, ServerSettings, SettingsRequest } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { ConnectForm } from './connect-form.tsx';

export interface ModelSettingsProps {
  readonly client: Client;
  readonly models: ModelList | undefined;
  /** The models may be others now. */
  readonly onChange: () => void;
  /** Begins a chat with this model. */
  readonly onTry: (model: string) => void;
}

/** The providers, how they are connected, the way to connect one, and the model of new chats. */
export function ModelSettings({ client, models, onChange, onTry }: ModelSettingsProps) {
  const strings = usePageWords();
  const [settings, setSettings] = useState<ServerSettings>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    client.settings().then(setSettings, () => setFailed(true));
  }, [client]);

  async function change(request: SettingsRequest): Promise<void> {
    setSettings(await client.changeSettings(request));
    onChange();
  }
  const demo = models?.models.find((model) => model.demo);

  return (
    <section>
      <h2>{strings.sections.models}</h2>
      <p>{strings.modelsHelp}</p>
      {failed && (
        <p className="app-problem" role="alert">
          {strings.settingsFailed}
        </p>
      )}
      <ul className="app-providers">
        {demo && (
          <li>
            <ProviderHead name={strings.demoModel} detail={strings.demoDetail} connected={strings.ready}>
              <button type="button" className="mr-button" onClick={() => onTry(demo.id)}>
                {strings.tryIt}
              </button>
            </ProviderHead>
          </li>
        )}
        {settings?.providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} change={(providers) => change({ providers })} />
        ))}
      </ul>
      {models && (
        <DefaultModel
          models={models}
          onChoose={(default_model) => change({ default_model }).catch(() => setFailed(true))}
        />
      )}
    </section>
  );
}

function DefaultModel(props: {
  readonly models: ModelList;
  readonly onChoose: (model: string) => Promise<void>;
}) {
  const strings = usePageWords();
  const { models, onChoose } = props;
  return (
    <label className="app-default">
      <span>
        <strong>{strings.defaultModel}</strong>
        <span>{strings.defaultModelHelp}</span>
      </span>
      <select value={models.default} onChange={({ target }) => void onChoose(target.value)}>
        {models.models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ProviderRowProps {
  readonly provider: ProviderStatus;
  readonly change: (providers: SettingsRequest['providers']) => Promise<void>;
}

function ProviderRow({ provider, change }: ProviderRowProps) {
  const strings = usePageWords();
  const [open, setOpen] = useState(false);
  const { id, name, connected, from, key_name, base_url, needs } = provider;
  const byEnvironment = from === 'environment';
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  async function save(access: Parameters<typeof change>[0]): Promise<void> {
    await change(access);
    setOpen(false);
    // The focused element is gone with the form.
    button.current?.focus();
  }
  async function disconnect(): Promise<void> {
    setProblem(undefined);
    await save({ [id]: null }).catch(() => setProblem(strings.settingsFailed));
  }
  return (
    <li>
      <ProviderHead
        name={name}
        detail={detailOf(strings, provider)}
        connected={connected && strings.connected}
      >
        {!(connected && needs === 'nothing' && from === null) && (
          <button
            ref={button}
            type="button"
            className="mr-button"
            aria-expanded={open}
            aria-label={connected ? strings.manageOf(name) : strings.connectTo(name)}
            onClick={() => setOpen(!open)}
          >
            {connected ? strings.manage : strings.connect}
          </button>
        )}
      </ProviderHead>
      {open && byEnvironment && (
        <p className="app-more">{strings.setOutside(needs === 'key' ? key_name : (base_url ?? ''))}</p>
      )}
      {open && !byEnvironment && (
        <ConnectForm provider={provider} change={save}>
          {connected && (
            <button
              type="button"
              className="mr-button mr-button-warning"
              aria-label={strings.disconnectFrom(name)}
              onClick={() => void disconnect()}
            >
              {strings.disconnect}
            </button>
          )}
        </ConnectForm>
      )}
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function ProviderHead(props: {
  readonly name: string;
  readonly detail: string;
  readonly connected: string | false;
  readonly children?: ReactNode;
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

function detailOf(strings: PageWords, provider: ProviderStatus): string {
  const { id, hint, connected, from, key_end, key_name, base_url, models, needs } = provider;
  if (!connected) return strings.providerHints[id] ?? hint;
  const parts = [
    needs === 'key' && key_end ? strings.keyEnds(key_end) : undefined,
    needs === 'key' ? undefined : strings.foundAt(base_url ?? ''),
    from === 'environment' && needs === 'key' ? strings.setBy(key_name) : undefined,
    strings.modelCount(models),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
