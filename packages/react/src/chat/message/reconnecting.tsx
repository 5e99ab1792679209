import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { useSeconds } from '../state/use-seconds.ts';

/** Says that the connection is lost and for how long; the style sheet shows it only after two seconds. */
export function Reconnecting() {
  const strings = useWords();
  const [since] = useState(() => Date.now());
  const now = useSeconds(true);
  return (
    <p className="mr-reconnecting" role="status">
      <RotateCw size={16} aria-hidden="true" />
      {strings.reconnecting}
      <span className="mr-elapsed" aria-hidden="true">
        {strings.clock(now - since)}
      </span>
    </p>
  );
}
