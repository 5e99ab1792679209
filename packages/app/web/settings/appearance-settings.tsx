import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { keepPreference, PREFERENCES, type PreferenceName, readPreference } from '../base/preferences.ts';
import { applyTheme, savedTheme, type Theme } from '../base/theme.ts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** How the page looks, in this browser. */
export function AppearanceSettings() {
  const strings = usePageWords();
  const [theme, setTheme] = useState<Theme>(savedTheme);
  return (
    <section>
      <h2>{strings.sections.appearance}</h2>
      <p>{strings.thisBrowser}</p>
      <div className="app-rows">
        <Choice
          name="theme"
          title={strings.theme}
          values={THEMES}
          labels={strings.themes}
          value={theme}
          onChange={(chosen) => {
            setTheme(chosen);
            applyTheme(chosen);
          }}
        />
        <PreferenceRow name="language" />
        <PreferenceRow name="text" />
        <PreferenceRow name="timeline" />
        <PreferenceRow name="follow" />
        <PreferenceRow name="enter" />
        <PreferenceRow name="paste" />
      </div>
    </section>
  );
}

export function AccessibilitySettings() {
  const strings = usePageWords();
  return (
    <section>
      <h2>{strings.sections.accessibility}</h2>
      <p>{strings.thisBrowser}</p>
      <div className="app-rows">
        <PreferenceRow name="motion" />
        <PreferenceRow name="speech" />
      </div>
    </section>
  );
}

export function PreferenceRow<Name extends PreferenceName>({ name }: { readonly name: Name }) {
  const strings = usePageWords();
  const [value, setValue] = useState<string>(() => readPreference(name));
  const { title, help, labels } = strings.preferences[name];
  const { values } = PREFERENCES[name];
  return (
    <Choice
      {...{ name, title, help, values, labels, value }}
      onChange={(chosen) => {
        setValue(chosen);
        keepPreference(name, chosen);
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly title: string;
  readonly help?: string;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: Value) => void;
}

/** One of few, side by side. */
export function Choice<Value extends string>({
  name,
  title,
  help,
  values,
  labels,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend>
        <strong>{title}</strong>
        {help !== undefined && <span>{help}</span>}
      </legend>
      <div className="app-choices">
        {values.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
            <span>{labels[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
