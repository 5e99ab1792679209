'use client';

import { type ReactNode, useRef } from 'react';
import { useFollow } from './use-follow.ts';

export interface WritingInputProps {
  /** How much of it has come. */
  readonly arrived: number;
  readonly children: ReactNode;
}

/** The input while it is written, kept at its end. */
export function WritingInput({ arrived, children }: WritingInputProps) {
  const body = useRef<HTMLDivElement>(null);
  const { onScroll } = useFollow(body, arrived);
  return (
    <div className="mr-step-card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="mr-tool-body" ref={body} onScroll={onScroll} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
