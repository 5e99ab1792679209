import type { ChatSummary, ModelList } from '@millrace/engine';
import type { Client } from '@millrace/react';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { McpSettings } from './mcp-settings.tsx';
import { MemorySettings } from './memory-settings.tsx';
import { ModelSettings } from './model-settings.tsx';
import { RuleSettings } from './rule-settings.tsx';
import { strings } from './strings.ts';
import { applyTheme, savedTheme, type Theme } from './theme.ts';

export type SettingsSection = 'appearance' | 'models' | 'data';

export interface SettingsDialogProps {
  readonly client: Client;
  readonly section: SettingsSection;
  readonly models: ModelList | undefined;
  readonly chats: readonly ChatSummary[];
  readonly onModelsChange: () => void;
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}

/** Settings, opened at one section. The browser keeps the focus inside and gives it back at the end. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { client, section, models, chats, onModelsChange, onClose, onSignOut } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    element.querySelector(`[data-section=${section}]`)?.scrollIntoView({ block: 'start' });
  }, [section]);

  return (
    <dialog ref={dialog} className="app-dialog" aria-labelledby={title} onClose={onClose}>
      <header>
        <h2 id={title}>{strings.settings}</h2>
        <button
          type="button"
          className="app-icon"
          aria-label={strings.close}
          onClick={() => dialog.current?.close()}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </header>
      <div className="app-dialog-body">
        <ThemeChoice />
        <ModelSettings client={client} models={models} onChange={onModelsChange} />
        <McpSettings client={client} />
        <RuleSettings client={client} chats={chats} />
        <MemorySettings client={client} />
        <section data-section="data">
          <h3>{strings.yourData}</h3>
          <p>{strings.yourDataHelp}</p>
        </section>
        <section>
          <h3>{strings.session}</h3>
          <button type="button" className="mr-button" onClick={onSignOut}>
            {strings.signOut}
          </button>
        </section>
      </div>
    </dialog>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const themes: readonly Theme[] = ['system', 'light', 'dark'];
  return (
    <fieldset data-section="appearance">
      <legend>{strings.appearance}</legend>
      {themes.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            checked={theme === name}
            onChange={() => {
              setTheme(name);
              applyTheme(name);
            }}
          />
          {strings.themes[name]}
        </label>
      ))}
    </fieldset>
  );
}
