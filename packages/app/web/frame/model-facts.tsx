import './answers.css';
import type { ModelInfo } from '@millrace/engine/run';
import { usePageWords } from '../base/page-words.ts';

/** How much fits into a model and what it costs, where it is known. */
export function ModelFacts({ model }: { readonly model: ModelInfo }) {
  const { answers: words } = usePageWords();
  const { context_window, price } = model;
  const facts = [
    context_window === undefined ? undefined : words.window(context_window),
    price === undefined
      ? undefined
      : price.input + price.output === 0
        ? words.free
        : words.price(price.input, price.output),
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : <p className="app-facts">{facts.join(' · ')}</p>;
}
