'use client';

import type { RunLimit, RunTool } from '@millrace/engine/run';
import { useEffect, useRef } from 'react';
import { withEscapes } from '../../approval/shown/show-hidden.ts';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { useWords, type Words } from '../../words/words-context.ts';

/** Says aloud what waits for the person, at once and once. */
export function ArrivalAnnouncer({
  waiting,
  limit,
}: {
  readonly waiting: readonly RunTool[];
  readonly limit: RunLimit | undefined;
}) {
  const strings = useWords();
  const [said, say] = useSaid();
  const known = useRef(new Set<string>());
  useEffect(() => {
    const asked = waiting.map((call) => [askedBy(call), withEscapes(sentenceOf(strings, call))] as const);
    if (limit !== undefined) asked.push([limit.approval_id, strings.stepLimit(limit.steps)]);
    if (asked.length === 0) say('');
    const fresh = asked.filter(([id]) => !known.current.has(id));
    if (fresh.length === 0) return;
    for (const [id] of fresh) known.current.add(id);
    say(strings.arrived(fresh.map(([, sentence]) => sentence)));
  }, [waiting, limit, say, strings]);
  return <LiveRegion said={said} as="assertive" />;
}

const askedBy = ({ question, approval }: RunTool): string => (question ?? approval)?.approval_id ?? '';

/** The effect of a call, or the question that its tool asks while it runs. */
function sentenceOf(strings: Words, { question, title, tool }: RunTool): string {
  return question?.question?.message ?? strings.inTense(title ?? tool, 'plain');
}
