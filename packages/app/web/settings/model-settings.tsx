import type {
  ModelInfo,
  ModelList,
  ProviderStatus,
  ServerSettings,
  SettingsRequest,
} from '@millrace/engine/run';
import { ApiError, type Client, ModelOptions } from '@millrace/react';
import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { ConnectForm } from './connect-form.tsx';
import { ModelDefaults } from './model-defaults.tsx';
import { ProviderModels } from './provider-models.tsx';

export interface ModelSettingsProps {
  readonly client: Client;
  readonly models: ModelList | undefined;
  readonly settingsRev: number | undefined;
  readonly modelsRev: number | undefined;
  /** The models may be others now. */
  readonly onChange: () => void;
  /** Begins a chat with this model. */
  readonly onTry: (model: string) => void;
  /** The provider whose key is to be entered. */
  readonly provider?: string | undefined;
}

/** The providers, how they are connected, the way to connect one, and the model of new chats. */
export function ModelSettings(props: ModelSettingsProps) {
  const { client, models, settingsRev, modelsRev, onChange, onTry, provider: wanted } = props;
  const strings = usePageWords();
  const [settings, setSettings] = useState<ServerSettings>();
  const [failed, setFailed] = useState(false);
  const [missing, setMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rev means another state on the server
  useEffect(() => {
    client.settings().then(setSettings, (error: unknown) => {
      // A member has nothing to connect.
      if (error instanceof ApiError && error.status === 404) setMissing(true);
      else setFailed(true);
    });
  }, [client, modelsRev]);

  async function change(request: SettingsRequest): Promise<void> {
    setSettings(await client.changeSettings(request));
    onChange();
  }
  const demo = models?.models.find((model) => model.demo);

  return (
    <section>
      <h2>{strings.sections.models}</h2>
      <p>{missing ? strings.memberModelsHelp : strings.modelsHelp}</p>
      {failed && (
        <p className="app-problem" role="alert">
          {strings.settingsFailed}
        </p>
      )}
      <ul className="app-providers">
        {demo && (
          <li>
            <ProviderHead
              name={strings.demoModel}
              detail={strings.demoDetail}
              state={<Connected>{strings.ready}</Connected>}
            >
              <button type="button" className="mr-button" onClick={() => onTry(demo.id)}>
                {strings.tryIt}
              </button>
            </ProviderHead>
          </li>
        )}
        {settings?.providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            models={models?.models.filter((model) => model.provider === provider.name) ?? []}
            isWanted={provider.id === wanted}
            change={(providers) => change({ providers })}
          />
        ))}
      </ul>
      {models && !missing && (
        <DefaultModel
          models={models}
          onChoose={(default_model) => change({ default_model }).catch(() => setFailed(true))}
        />
      )}
      {models && <ModelDefaults client={client} rev={settingsRev} models={models} />}
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
        <ModelOptions models={models.models} />
      </select>
    </label>
  );
}

interface ProviderRowProps {
  readonly provider: ProviderStatus;
  readonly models: readonly ModelInfo[];
  /** True when the address leads to it: it is open, and its key can be typed at once. */
  readonly isWanted: boolean;
  readonly change: (providers: SettingsRequest['providers']) => Promise<void>;
}

function ProviderRow({ provider, models, isWanted, change }: ProviderRowProps) {
  const strings = usePageWords();
  const [open, setOpen] = useState(isWanted);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // A key of the environment has no field here.
    const field = row.current?.querySelector<HTMLElement>('[name="api_key"]') ?? button.current;
    field?.focus();
    field?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  const { id, name, connected, check, from, key_name, base_url, needs } = provider;
  const isSet = connected || check === 'refused';
  const byEnvironment = from === 'environment';
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  function close(): void {
    setOpen(false);
    // The focused element is gone with the form.
    button.current?.focus();
  }
  async function save(access: Parameters<typeof change>[0]): Promise<void> {
    await change(access);
    close();
  }
  async function disconnect(): Promise<void> {
    setProblem(undefined);
    await save({ [id]: null }).catch(() => setProblem(strings.settingsFailed));
  }
  return (
    <li ref={row}>
      <ProviderHead
        name={name}
        detail={detailOf(strings, provider)}
        state={<ProviderState provider={provider} />}
      >
        <button
          ref={button}
          type="button"
          className="mr-button"
          aria-expanded={open}
          aria-label={isSet ? strings.manageOf(name) : strings.connectTo(name)}
          onClick={() => setOpen(!open)}
        >
          {isSet ? strings.manage : strings.connect}
        </button>
      </ProviderHead>
      {isSet && <ProviderTrouble provider={provider} />}
      {open && <ProviderModels provider={name} models={models} />}
      {open && byEnvironment && (
        <p className="app-more">{strings.setOutside(needs === 'key' ? key_name : (base_url ?? ''))}</p>
      )}
      {open && !byEnvironment && !(connected && needs === 'nothing' && from === null) && (
        <ConnectForm provider={provider} change={save} onClose={close}>
          {isSet && (
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
  readonly state: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="app-provider">
      <div>
        <strong>{props.name}</strong>
        <p>{props.detail}</p>
      </div>
      {props.state}
      {props.children}
    </div>
  );
}

function Connected({ children }: { readonly children: ReactNode }) {
  return (
    <span className="app-connected">
      <Check size={16} aria-hidden="true" />
      {children}
    </span>
  );
}

/** Connected, refused, or not checked: a key that nobody could ask about is not a bad one. */
function ProviderState({ provider }: { readonly provider: ProviderStatus }) {
  const strings = usePageWords();
  const { connected, check, problem } = provider;
  if (check === 'refused')
    return (
      <span className="app-connected app-failed">
        <TriangleAlert size={16} aria-hidden="true" />
        {strings.answers.keyRefused}
      </span>
    );
  if (!connected) return null;
  if (check === 'unchecked' && problem !== null)
    return (
      <span className="app-connected app-quiet">
        <CircleHelp size={16} aria-hidden="true" />
        {strings.answers.notChecked}
      </span>
    );
  return <Connected>{strings.connected}</Connected>;
}

/** The provider's own words about a key or its list, and what to do. */
function ProviderTrouble({ provider }: { readonly provider: ProviderStatus }) {
  const { answers: words } = usePageWords();
  const { name, check, problem, from, key_name, listed } = provider;
  if (problem === null) return null;
  const { said } = problem;
  if (check === 'refused')
    return (
      <p className="app-problem app-more">
        {said === null ? words.refusedSilently(name) : words.refused(name, said)}{' '}
        {from === 'environment' ? words.fixOutside(key_name) : words.fixHere}
      </p>
    );
  return (
    <p className="app-more">
      {said === null ? words.notReached(name) : words.answered(name, said)}{' '}
      {listed === 'earlier' ? words.listedEarlier : listed === 'known' && words.listedKnown}
    </p>
  );
}

function detailOf(strings: PageWords, provider: ProviderStatus): string {
  const { id, hint, connected, check, from, key_end, key_name, base_url, models, needs } = provider;
  if (!connected && check !== 'refused') return strings.providerHints[id] ?? hint;
  const parts = [
    needs === 'key' && key_end ? strings.keyEnds(key_end) : undefined,
    needs === 'key' ? undefined : strings.foundAt(base_url ?? ''),
    from === 'environment' && needs === 'key' ? strings.setBy(key_name) : undefined,
    check === 'refused' ? undefined : strings.modelCount(models),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
