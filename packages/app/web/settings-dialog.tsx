import type { ModelList } from '@millrace/engine';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { strings } from './strings.ts';
import { applyTheme, savedTheme, type Theme } from './theme.ts';

export type SettingsSection = 'appearance' | 'models' | 'data';

export interface SettingsDialogProps {
  readonly section: SettingsSection;
  readonly models: ModelList | undefined;
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}

/** Settings, opened at one section. The browser keeps the focus inside and gives it back at the end. */
export function SettingsDialog({ section, models, onClose, onSignOut }: SettingsDialogProps) {
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
        <section data-section="models">
          <h3>{strings.models}</h3>
          <ul>
            {models?.models.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}</strong> <code>{id}</code> {id === models.default && strings.modelDefault}
              </li>
            ))}
          </ul>
          <p>{strings.modelsHelp}</p>
          <pre>{strings.modelsCommand}</pre>
        </section>
        <section data-section="data">
          <h3>{strings.yourData}</h3>
          <p>{strings.yourDataHelp}</p>
        </section>
        <section>
          <h3>{strings.session}</h3>
          <button type="button" className="app-button" onClick={onSignOut}>
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
