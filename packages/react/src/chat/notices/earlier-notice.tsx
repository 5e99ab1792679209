'use client';

import type { EarlierWords } from '@millrace/engine/run';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { DocumentView } from '../../document/document-view.tsx';
import { useWords } from '../../words/words-context.ts';
import { Notice } from './notice.tsx';

export interface EarlierNoticeProps {
  readonly answerId: string;
  readonly earlier: readonly EarlierWords[];
}

/** Says that a part of the answer was begun again and became another, and shows the words that were there before. */
export function EarlierNotice({ answerId, earlier }: EarlierNoticeProps) {
  const strings = useWords();
  const [isOpen, setOpen] = useState(false);
  const words = useId();
  const isRestart = earlier.some(({ cause }) => cause === 'restart');
  return (
    <Notice
      icon={RotateCw}
      title={isRestart ? strings.begunAgain.restart : strings.begunAgain.condensed}
      actions={
        <button
          type="button"
          className="mr-button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? words : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? strings.hideEarlier : strings.showEarlier}
        </button>
      }
    >
      {isOpen && (
        <div id={words}>
          {earlier.map(({ text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words only join at the end
            <blockquote className="mr-notice-quote" key={place}>
              <DocumentView text={text} messageId={`${answerId}:earlier:${place}`} running={false} />
            </blockquote>
          ))}
        </div>
      )}
    </Notice>
  );
}
