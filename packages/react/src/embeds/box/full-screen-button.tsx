'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { Maximize2 } from 'lucide-react';
import { use } from 'react';
import { useWords } from '../../words/words-context.ts';
import { FullScreenContext } from '../full-screen-context.ts';

/** Opens a preview in full screen, where its kind has one. */
export function FullScreenButton({ attrs: { id, type } }: { readonly attrs: EmbedNodeAttrs }) {
  const strings = useWords();
  const screen = use(FullScreenContext);
  if (screen?.canOpen(type) !== true) return null;
  return (
    <button
      type="button"
      className="mr-icon"
      data-opens={id}
      title={strings.fullScreen}
      aria-label={strings.fullScreen}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => screen.open(id, currentTarget)}
    >
      <Maximize2 size={16} aria-hidden="true" />
    </button>
  );
}
