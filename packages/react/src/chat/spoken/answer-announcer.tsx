import { runText } from '@millrace/engine';
import { useEffect, useRef, useState } from 'react';
import { useWords, type Words } from '../../words/words-context.ts';
import type { ChatState } from '../state/open-chat.ts';
import { onlyWaits } from '../state/waiting-calls.ts';
import { spokenEnd } from './spoken-end.ts';
import { spokenSentences } from './spoken-sentences.ts';

export interface AnswerAnnouncerProps {
  readonly state: ChatState;
  /** Announces an answer when it ends, or each sentence when it has ended. */
  readonly speech: 'end' | 'sentences';
}

/** Says when an answer begins and what it is when it ends, and nothing in between, unless sentences are wanted. */
export function AnswerAnnouncer({ state, speech }: AnswerAnnouncerProps) {
  const strings = useWords();
  const { live, messages } = state;
  const [said, setSaid] = useState('');
  const begun = useRef(false);
  const writing = live?.run.status === 'running' && !onlyWaits(live.run);
  const paused = onlyWaits(live?.run);
  const isLive = live !== null;
  const newest = live === null ? messages.at(-1) : undefined;
  const isAwaited = newest !== undefined && newest.role === 'assistant' && messages.at(-2)?.id === state.sent;
  /** The answers of which the end was said. */
  const ended = useRef(new Set<string>());
  /** The place up to which the answer was announced. */
  const told = useRef(0);
  useEffect(() => {
    // A waiting call has its own announcement.
    if (paused) return;
    if (isLive && !begun.current) {
      begun.current = true;
      told.current = 0;
    }
    if (writing) setSaid(strings.generating);
    // A short answer may be over before it was seen at all.
    else if (newest !== undefined && !ended.current.has(newest.id) && (begun.current || isAwaited)) {
      if (!begun.current) told.current = 0;
      begun.current = false;
      ended.current.add(newest.id);
      const rest = speech === 'end' ? '' : spokenSentences(strings, newest.text, told.current, true).words;
      setSaid(
        [rest || tellEnd(strings, newest), tellStop(strings, newest)]
          .filter((words) => words !== '')
          .join(' '),
      );
    }
  }, [isLive, writing, paused, newest, isAwaited, speech, strings]);
  const run = speech === 'sentences' ? live?.run : undefined;
  useEffect(() => {
    if (run === undefined || !begun.current) return;
    const { words, to } = spokenSentences(strings, runText(run), told.current, false);
    told.current = to;
    if (words !== '') setSaid(words);
  }, [run, strings]);
  return (
    <div className="mr-sr-only" role="status">
      {said}
    </div>
  );
}

/** Why an answer did not simply come to its end. */
function tellStop(strings: Words, { stop, text }: ChatState['messages'][number]): string {
  if (stop === undefined) return '';
  const { title, name } = strings.stopOf(stop, text.trim() !== '');
  return name === undefined ? title : `${title} ${name}`;
}

/** The words of the status at the end. A browser that can announce text itself needs no second copy of it in the page. */
function tellEnd(strings: Words, { status, text }: ChatState['messages'][number]): string {
  if (status === 'cancelled') return strings.answerStopped;
  // An error speaks for itself.
  if (status === 'failed') return '';
  const { summary, whole } = spokenEnd(strings, text);
  if (whole === undefined) return summary;
  // Not every browser has it, so its type is not known everywhere.
  const { ariaNotify } = document as { ariaNotify?: (words: string) => void };
  if (ariaNotify === undefined) return whole;
  ariaNotify.call(document, whole);
  return summary;
}
