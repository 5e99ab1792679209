import './search.css';
import {
  isMac,
  SHORTCUTS,
  type Shortcut,
  type ShortcutName,
  sendKeys,
  shortcutKeys,
  useWords,
} from '@millrace/react';
import { X } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';
import { usePreference } from '../base/use-preference.ts';

const PLACES: readonly Shortcut['place'][] = ['page', 'box', 'card', 'preview', 'search', 'list'];
// The names are the keys of the table.
const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];

/** Every shortcut of the page, from the table that its handlers ask too. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const strings = usePageWords();
  const words = useWords();
  const enter = usePreference('enter');
  const keysOf = (name: ShortcutName) =>
    name === 'send' ? sendKeys(enter, words, isMac()) : shortcutKeys(name, words, isMac());
  return (
    <>
      <header className="app-shortcuts-head">
        <h2>{strings.shortcuts}</h2>
        <button type="button" className="mr-icon" aria-label={strings.close} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="app-shortcuts" tabIndex={0}>
        {PLACES.map((place) => (
          <section key={place}>
            <h3>{strings.shortcutPlaces[place]}</h3>
            <dl>
              {NAMES.filter((name) => SHORTCUTS[name].place === place).map((name) => (
                <div key={name} data-shortcut={name}>
                  <dt>{strings.shortcutNames[name]}</dt>
                  <dd>
                    {keysOf(name).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
