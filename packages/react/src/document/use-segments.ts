import { useRef } from 'react';
import { cutSegments } from './cut-segments.ts';

/** The segments of a list that grows, also of one that is live. Rendering twice changes nothing. */
export function useSegments<Node>(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const segments = useRef<readonly (readonly Node[])[]>([]);
  segments.current = cutSegments(nodes, segments.current);
  return segments.current;
}
