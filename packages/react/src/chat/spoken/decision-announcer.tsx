'use client';

import type { RunState, RunTool } from '@millrace/engine/run';
import { useEffect, useRef } from 'react';
import { withEscapes } from '../../approval/shown/show-hidden.ts';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { useWords } from '../../words/words-context.ts';
import { waitingCalls } from '../state/waiting-calls.ts';

/** Says once how a call that waited was decided, here or on another device. */
export function DecisionAnnouncer({ run }: { readonly run: RunState | undefined }) {
  const strings = useWords();
  const [said, say] = useSaid();
  const waited = useRef(new Set<string>());
  useEffect(() => {
    const decided = [...waited.current].flatMap((id) => {
      const call = run?.tools.get(id);
      return call?.decision === undefined ? [] : [{ call, type: call.decision.type }];
    });
    for (const { call } of decided) waited.current.delete(call.tool_use_id);
    for (const call of waitingCalls(run)) if (isApproval(call)) waited.current.add(call.tool_use_id);
    if (decided.length === 0) return;
    say(
      decided
        .map(
          ({ call: { title, tool }, type }) =>
            `${strings.decisions[type]}: ${withEscapes(strings.inTense(title ?? tool, 'plain'))}`,
        )
        .join('; '),
    );
  }, [run, say, strings]);
  return <LiveRegion said={said} as="polite" />;
}

/** A tool's own question has no decision. */
const isApproval = ({ question }: RunTool): boolean => question === undefined;
