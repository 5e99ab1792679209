'use client';

import { type RefObject, useEffect, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { type DrawDiagram, type FrameMessage, readFrameMessage, type Theme } from './diagram-messages.ts';

export type DiagramState = { readonly type: 'waiting' } | Exclude<FrameMessage, { readonly type: 'ready' }>;

const WAITING: DiagramState = { type: 'waiting' };
const PATIENCE_MS = 20_000;

/** Sends a diagram to its frame and receives the result. The frame's messages can do nothing else. */
export function useDiagramFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  isThere: boolean,
  code: string,
  theme: Theme,
  isLarge = false,
): DiagramState {
  const strings = useWords();
  const [state, setState] = useState(WAITING);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!isThere) return;
    const hear = ({ source, data }: MessageEvent): void => {
      if (frame.current === null || source !== frame.current.contentWindow) return;
      const message = readFrameMessage(data);
      if (message?.type === 'ready') setIsReady(true);
      else if (message !== undefined) setState(message);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [frame, isThere]);
  useEffect(() => {
    if (!isReady) return;
    const request: DrawDiagram = { type: 'draw', code, theme, isLarge };
    // A frame without an origin can't be named; this one can only be at our own address.
    frame.current?.contentWindow?.postMessage(request, '*');
  }, [frame, isReady, code, theme, isLarge]);
  useEffect(() => {
    if (!isThere || state.type !== 'waiting') return;
    const giveUp = setTimeout(() => setState({ type: 'failed', reason: strings.diagramSlow }), PATIENCE_MS);
    return () => clearTimeout(giveUp);
  }, [isThere, state.type, strings.diagramSlow]);
  return state;
}
