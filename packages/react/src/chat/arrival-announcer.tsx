import type { RunTool } from '@millrace/engine';
import { useEffect, useRef, useState } from 'react';
import { withEscapes } from '../approval/show-hidden.ts';
import { strings } from '../words/strings.ts';

/** Says aloud what waits for the person, at once and once. */
export function ArrivalAnnouncer({ waiting }: { readonly waiting: readonly RunTool[] }) {
  const [said, setSaid] = useState('');
  const known = useRef(new Set<string>());
  useEffect(() => {
    if (waiting.length === 0) setSaid('');
    const fresh = waiting.filter(({ approval }) => approval && !known.current.has(approval.approval_id));
    if (fresh.length === 0) return;
    for (const { approval } of fresh) known.current.add(approval?.approval_id ?? '');
    setSaid(strings.arrived(fresh.map(({ title, tool }) => withEscapes(title ?? tool))));
  }, [waiting]);
  return (
    <div className="mr-sr-only" aria-live="assertive">
      {said}
    </div>
  );
}
