import { Gauge } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';
import { contextFill } from '../state/context-fill.ts';
import type { ChatState } from '../state/open-chat.ts';

/** From here on it is worth a word. */
const NEARLY_FULL = 0.7;

/** Says that the model's window is nearly full, and what will happen. */
export function ContextNotice({ state }: { readonly state: ChatState }) {
  const strings = useWords();
  const part = contextFill(state);
  if (part === undefined || part < NEARLY_FULL) return null;
  return (
    <p className="mr-context">
      <Gauge size={16} aria-hidden="true" />
      {strings.windowFill(part)}
    </p>
  );
}
