'use client';

import { History } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '../../words/words-context.ts';
import { FROM_ANSWER, type Versions } from './use-versions.ts';

export interface VersionPickerProps {
  readonly versions: Versions;
  /** The time now, for "2 minutes ago". */
  readonly now: number;
  /** Is told what a person who does not see it should hear. */
  readonly onSaid: (words: string) => void;
}

/** Chooses among the versions of a table, newest first, and makes an older one the newest. */
export function VersionPicker({ versions, now, onSaid }: VersionPickerProps) {
  const strings = useWords();
  const id = useId();
  const { all, shown, isLoading } = versions;
  if (all.length === 0) return null;
  const isNewest = shown === all.at(-1)?.id;
  return (
    <span className="mr-sheet-versions">
      <label className="mr-sr-only" htmlFor={id}>
        {strings.sheetVersion}
      </label>
      <select id={id} value={shown} onChange={({ target }) => versions.choose(target.value)}>
        {all
          .map((version, place) => (
            <option key={version.id} value={version.id}>
              {strings.sheetVersionName(place + 1, version.from, strings.ago(version.savedAt, now))}
            </option>
          ))
          .reverse()}
        <option value={FROM_ANSWER}>{strings.fromAnswer}</option>
      </select>
      {!isNewest && versions.newer === undefined && (
        <button
          type="button"
          className="mr-button"
          aria-disabled={isLoading}
          onClick={() => {
            if (isLoading) return;
            versions.restore();
            onSaid(strings.sheetRestored);
          }}
        >
          <History size={16} aria-hidden="true" />
          <span className="mr-button-word">{strings.restoreVersion}</span>
        </button>
      )}
    </span>
  );
}
