import { useRef } from 'react';
import { Arguments } from '../../approval/card/arguments.tsx';
import { useFollow } from './use-follow.ts';

/** The input while it is written, kept at its end. */
export function WritingInput({ input, arrived }: { readonly input: unknown; readonly arrived: number }) {
  const body = useRef<HTMLDivElement>(null);
  const { onScroll } = useFollow(body, arrived);
  return (
    <div className="mr-step-card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="mr-tool-body" ref={body} onScroll={onScroll} tabIndex={0}>
        {/* It grows in place, so it is drawn again each time. */}
        <Arguments key={arrived} input={input} />
      </div>
    </div>
  );
}
