import './settings.css';
import type { AccountInfo, ChatSummary, ModelList } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { ArrowLeft, Menu } from 'lucide-react';
import { useEffect } from 'react';
import { usePageTitle } from '../base/page-title.ts';
import { usePageWords } from '../base/page-words.ts';
import { navigate, useFragment } from '../base/route.ts';
import { manages, type SettingsSection, sectionsFor, settingsPath } from '../base/settings-sections.ts';
import { AppLink } from '../frame/app-link.tsx';
import { MENU_BUTTON } from '../frame/sidebar.tsx';
import { AboutSettings } from './about-settings.tsx';
import { AccessibilitySettings, AppearanceSettings } from './appearance-settings.tsx';
import { InstructionSettings } from './instruction-settings.tsx';
import { McpSettings } from './mcp-settings.tsx';
import { MemorySettings } from './memory-settings.tsx';
import { ModelSettings } from './model-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { DeviceSettings } from './people/device-settings.tsx';
import { PeopleSettings } from './people/people-settings.tsx';
import { TokenSettings } from './people/token-settings.tsx';
import { PrivacySettings } from './privacy/privacy-settings.tsx';
import { RuleSettings } from './rule-settings.tsx';
import { StorageSettings } from './storage-settings.tsx';
import { useSettingPlace } from './use-setting-place.ts';
import { WorkspaceSettings } from './workspace-settings.tsx';

export interface SettingsPageProps {
  readonly client: Client;
  readonly section: SettingsSection;
  /** Undefined until the server has told it. */
  readonly account: AccountInfo | undefined;
  readonly onAccount: (account: AccountInfo) => void;
  /** The provider whose key is to be entered. */
  readonly provider?: string | undefined;
  readonly models: ModelList | undefined;
  /** Another number: the account's instructions or settings changed. */
  readonly settingsRev: number | undefined;
  /** Another number: the models or their providers changed. */
  readonly modelsRev: number | undefined;
  /** Another number: the keys of the account changed. */
  readonly vaultRev: number | undefined;
  readonly chats: readonly ChatSummary[];
  /** The chat that the person came from. */
  readonly back: string;
  /** True while the menu lies over the page. */
  readonly inert: boolean;
  readonly onMenu: () => void;
  readonly onModelsChange: () => void;
  /** Begins a chat with this model. */
  readonly onTry: (model: string) => void;
  /** Rejects when the server could not be told. */
  readonly onSignOut: () => Promise<void>;
}

/** The settings, one section at a time. Escape and Back lead back to the chat. */
export function SettingsPage(props: SettingsPageProps) {
  const strings = usePageWords();
  const { section, account, back, inert, onMenu } = props;
  const sections = sectionsFor(account?.role);
  const isForbidden = account !== undefined && !sections.includes(section);
  useSettingPlace(useFragment());
  usePageTitle(`${strings.settings} · ${strings.app}`);
  useEffect(() => {
    if (isForbidden) navigate(settingsPath('devices'), 'replace');
  }, [isForbidden]);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      // The menu closes first, and a field may have something in it.
      if (event.key !== 'Escape' || event.defaultPrevented || inert || isBusy(event.target)) return;
      navigate(back);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [back, inert]);
  return (
    <main className="app-main" inert={inert}>
      <header className="app-top">
        <button
          type="button"
          className="mr-icon app-only-small"
          id={MENU_BUTTON}
          aria-label={strings.openMenu}
          onClick={onMenu}
        >
          <Menu size={20} aria-hidden="true" />
        </button>
        <h1 className="app-title">{strings.settings}</h1>
        <AppLink className="mr-icon" href={back} aria-label={strings.backToChat} title={strings.backToChat}>
          <ArrowLeft className="app-back" size={20} aria-hidden="true" />
        </AppLink>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="app-settings" id="settings" tabIndex={0}>
        <div className="app-settings-columns">
          <SectionNav section={section} sections={sections} />
          <div className="app-settings-body">
            <Section {...props} />
          </div>
        </div>
      </div>
    </main>
  );
}

/** True where Escape means something nearer: in a window over the page, or in a field with something in it. */
function isBusy(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.closest('dialog') !== null) ||
    (target instanceof HTMLInputElement &&
      !['radio', 'checkbox'].includes(target.type) &&
      target.value !== '') ||
    (target instanceof HTMLTextAreaElement && target.value !== '')
  );
}

/** Links beside the section; on a small screen a list to choose from. */
function SectionNav(props: {
  readonly section: SettingsSection;
  readonly sections: readonly SettingsSection[];
}) {
  const { section, sections } = props;
  const strings = usePageWords();
  return (
    <>
      <nav className="app-sections" aria-label={strings.sectionsLabel}>
        {sections.map((name) => (
          <AppLink
            key={name}
            href={settingsPath(name)}
            replace
            aria-current={name === section ? 'page' : undefined}
          >
            {strings.sections[name]}
          </AppLink>
        ))}
      </nav>
      <label className="app-section-choice">
        {strings.sectionsLabel}
        <select
          value={section}
          onChange={({ target }) => {
            const chosen = sections.find((name) => name === target.value);
            if (chosen) navigate(settingsPath(chosen), 'replace');
          }}
        >
          {sections.map((name) => (
            <option key={name} value={name}>
              {strings.sections[name]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function Section(props: SettingsPageProps) {
  const strings = usePageWords();
  const {
    client,
    section,
    account,
    models,
    settingsRev,
    modelsRev,
    chats,
    onModelsChange,
    onTry,
    onSignOut,
  } = props;
  switch (section) {
    case 'models':
      return (
        <ModelSettings
          {...{ client, models, settingsRev, modelsRev, onTry }}
          onChange={onModelsChange}
          provider={props.provider}
        />
      );
    case 'instructions':
      return <InstructionSettings client={client} rev={settingsRev} />;
    case 'tools':
      return (
        <>
          <div>
            <h2>{strings.sections.tools}</h2>
            <p>{strings.toolsHelp}</p>
          </div>
          <WorkspaceSettings client={client} />
          <RuleSettings client={client} chats={chats} />
          <McpSettings client={client} />
        </>
      );
    case 'memories':
      return <MemorySettings client={client} />;
    case 'privacy':
      return <PrivacySettings client={client} rev={props.vaultRev} />;
    case 'devices':
      return <DeviceSettings {...{ client, account, onSignOut }} onAccount={props.onAccount} />;
    case 'tokens':
      return <TokenSettings {...{ client, account }} />;
    case 'people':
      return account && manages(account.role) ? <PeopleSettings {...{ client, account }} /> : null;
    case 'storage':
      return <StorageSettings client={client} chat={chats[0]?.id} />;
    case 'appearance':
      return (
        <>
          <AppearanceSettings />
          <NotificationSettings />
        </>
      );
    case 'accessibility':
      return <AccessibilitySettings />;
    case 'about':
      return <AboutSettings />;
  }
}
