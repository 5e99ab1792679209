'use client';

import { useRef } from 'react';
import { type Belongs, cutSegments } from './cut-segments.ts';

/** The segments of a list that grows, also of one that is live. Rendering twice changes nothing. */
export function useSegments<Node>(
  nodes: readonly Node[],
  belongs?: Belongs<Node>,
): readonly (readonly Node[])[] {
  const segments = useRef<readonly (readonly Node[])[]>([]);
  segments.current = cutSegments(nodes, segments.current, belongs);
  return segments.current;
}
