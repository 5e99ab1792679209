import type { ModelInfo } from '@millrace/engine/run';
import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { ModelFacts } from '../frame/model-facts.tsx';

/** From so many on a list can be searched. */
const MANY = 10;

/** The models of a provider, each with its window and its price where they are known. */
export function ProviderModels({
  provider,
  models,
}: {
  readonly provider: string;
  readonly models: readonly ModelInfo[];
}) {
  const { answers: words } = usePageWords();
  const [wanted, setWanted] = useState('');
  if (models.length === 0) return null;
  const word = wanted.trim().toLowerCase();
  const found = models.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(word));
  return (
    <div className="app-models">
      {models.length >= MANY && (
        <div className="app-field">
          <input
            type="text"
            enterKeyHint="search"
            aria-label={words.findModel}
            placeholder={words.findModel}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <ul aria-label={words.models(provider)} tabIndex={0}>
        {found.map((model) => (
          <li key={model.id} className="app-model-row">
            <span>{model.name}</span>
            <ModelFacts model={model} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{words.noModel}</p>}
    </div>
  );
}
