import { runText } from '@millrace/engine';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../words/strings.ts';
import type { ChatState } from './chat-view.ts';
import { spokenEnd } from './spoken-end.ts';
import { spokenSentences } from './spoken-sentences.ts';
import { onlyWaits } from './waiting-calls.ts';

export interface AnswerAnnouncerProps {
  readonly state: ChatState;
  /** What is said of an answer: what it is when it ends, or each sentence when it has ended. */
  readonly speech: 'end' | 'sentences';
}

/** Says when an answer begins and what it is when it ends, and nothing in between, unless sentences are wanted. */
export function AnswerAnnouncer({ state: { live, messages }, speech }: AnswerAnnouncerProps) {
  const [said, setSaid] = useState('');
  const begun = useRef(false);
  const writing = live?.run.status === 'running' && !onlyWaits(live.run);
  const paused = onlyWaits(live?.run);
  const isLive = live !== null;
  const newest = live === null ? messages.at(-1) : undefined;
  /** How far the sentences of the answer are told. */
  const told = useRef(0);
  useEffect(() => {
    // What waits is told by itself.
    if (paused) return;
    // A short answer may be over before it was seen to be written.
    if (isLive && !begun.current) {
      begun.current = true;
      told.current = 0;
    }
    if (writing) setSaid(strings.generating);
    else if (begun.current && newest !== undefined) {
      begun.current = false;
      const rest = speech === 'end' ? '' : spokenSentences(newest.text, told.current, true).words;
      setSaid(rest || tellEnd(newest));
    }
  }, [isLive, writing, paused, newest, speech]);
  const run = speech === 'sentences' ? live?.run : undefined;
  useEffect(() => {
    if (run === undefined || !begun.current) return;
    const { words, to } = spokenSentences(runText(run), told.current, false);
    told.current = to;
    if (words !== '') setSaid(words);
  }, [run]);
  return (
    <div className="mr-sr-only" role="status">
      {said}
    </div>
  );
}

/** What the status says at the end. The whole text is said without a second place in the page, where the browser can do that. */
function tellEnd({ status, text }: ChatState['messages'][number]): string {
  if (status === 'cancelled') return strings.answerStopped;
  // An error speaks for itself.
  if (status === 'failed') return '';
  const { summary, whole } = spokenEnd(text);
  if (whole === undefined) return summary;
  // Not every browser has it, so its type is not known everywhere.
  const { ariaNotify } = document as { ariaNotify?: (words: string) => void };
  if (ariaNotify === undefined) return whole;
  ariaNotify.call(document, whole);
  return summary;
}
