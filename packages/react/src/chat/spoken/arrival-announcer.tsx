import type { RunTool } from '@millrace/engine/run';
import { useEffect, useRef, useState } from 'react';
import { withEscapes } from '../../approval/shown/show-hidden.ts';
import { useWords, type Words } from '../../words/words-context.ts';

/** Says aloud what waits for the person, at once and once. */
export function ArrivalAnnouncer({ waiting }: { readonly waiting: readonly RunTool[] }) {
  const strings = useWords();
  const [said, setSaid] = useState('');
  const known = useRef(new Set<string>());
  useEffect(() => {
    if (waiting.length === 0) setSaid('');
    const fresh = waiting.filter((call) => !known.current.has(askedBy(call)));
    if (fresh.length === 0) return;
    for (const call of fresh) known.current.add(askedBy(call));
    setSaid(strings.arrived(fresh.map((call) => withEscapes(sentenceOf(strings, call)))));
  }, [waiting, strings]);
  return (
    <div className="mr-sr-only" aria-live="assertive">
      {said}
    </div>
  );
}

const askedBy = ({ question, approval }: RunTool): string => (question ?? approval)?.approval_id ?? '';

/** The effect of a call, or the question that its tool asks while it runs. */
function sentenceOf(strings: Words, { question, title, tool }: RunTool): string {
  return question?.question?.message ?? strings.inTense(title ?? tool, 'plain');
}
