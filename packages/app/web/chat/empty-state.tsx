import type { PromptCard } from '@millrace/engine/run';
import { CodeXml, Hand, type LucideIcon, Sheet, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageWords } from '../base/page-words.ts';

const ICONS: Readonly<Record<PromptCard['icon'], LucideIcon>> = {
  table: Sheet,
  hand: Hand,
  code: CodeXml,
  loop: Undo2,
};

export interface EmptyStateProps {
  readonly prompts: readonly PromptCard[];
  readonly onPrompt: (text: string) => void;
  readonly children: ReactNode;
}

/** The page of a new chat: a question, the box to answer it in, and prompts to try. */
export function EmptyState({ prompts, onPrompt, children }: EmptyStateProps) {
  const strings = usePageWords();
  return (
    <div className="app-empty">
      <div className="app-empty-column">
        <h1 className="app-question">{strings.question}</h1>
        {children}
        <ul className="app-prompts">
          {prompts.map(({ title, hint, icon, text }) => {
            const Icon = ICONS[icon];
            return (
              <li key={title}>
                <button type="button" onClick={() => onPrompt(text)}>
                  <Icon size={16} aria-hidden="true" />
                  <span>
                    <strong>{title}</strong>
                    <span>{hint}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
