'use client';

import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { useSeconds } from '../state/use-seconds.ts';

/**
 * Says that the connection is lost and for how long, and that the work goes on, where that is known. The style sheet shows it only
 * after two seconds. The announcer reads it aloud.
 */
export function Reconnecting({ known }: { readonly known: boolean }) {
  const strings = useWords();
  const [since] = useState(() => Date.now());
  const now = useSeconds(true);
  return (
    <p className="mr-reconnecting">
      <RotateCw size={16} aria-hidden="true" />
      {known ? strings.reconnecting : strings.unreached}
      <span className="mr-elapsed" aria-hidden="true">
        {strings.clock(now - since)}
      </span>
    </p>
  );
}
