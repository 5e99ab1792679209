'use client';

import { runText } from '@millrace/engine';
import { use, useEffect, useRef } from 'react';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { useWords, type Words } from '../../words/words-context.ts';
import { recordAnswer } from '../answer/answer.ts';
import { type AnswerOptions, AnswerOptionsContext } from '../answer/answer-options.ts';
import { bodyText } from '../answer/narration.ts';
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
  const options = use(AnswerOptionsContext);
  const { live, messages } = state;
  const [said, say] = useSaid();
  const begun = useRef(false);
  const writing = live?.run.status === 'running' && !onlyWaits(live.run);
  const paused = onlyWaits(live?.run);
  const runId = live?.runId;
  /** How much of an answer that goes on was there before. */
  const before = messages.find(({ id }) => id === live?.runId)?.text.length ?? 0;
  const newest = live === null ? messages.at(-1) : undefined;
  const isAwaited = newest !== undefined && newest.role === 'assistant' && messages.at(-2)?.id === state.sent;
  /** The answers of which the end was said. */
  const ended = useRef(new Set<string>());
  /** The answer of which the beginning was said. */
  const started = useRef<string>(undefined);
  /** The place up to which the answer was announced. */
  const told = useRef(0);
  useEffect(() => {
    // A waiting call has its own announcement.
    if (paused) return;
    if (runId !== undefined && !begun.current) {
      begun.current = true;
      told.current = before;
    }
    if (writing) {
      // After a decision it goes on, which was said.
      if (started.current !== runId) say(strings.generating);
      started.current = runId;
    }
    // A short answer may be over before it was seen at all.
    else if (newest !== undefined && !ended.current.has(nameOf(newest)) && (begun.current || isAwaited)) {
      if (!begun.current) told.current = 0;
      begun.current = false;
      ended.current.add(nameOf(newest));
      const rest = speech === 'end' ? '' : spokenSentences(strings, newest.text, told.current, true).words;
      say(
        [rest || tellEnd(strings, newest, options), tellStop(strings, newest), tellEarlier(strings, newest)]
          .filter((words) => words !== '')
          .join(' '),
      );
    }
  }, [runId, before, writing, paused, newest, isAwaited, speech, say, strings, options]);
  const run = speech === 'sentences' ? live?.run : undefined;
  useEffect(() => {
    if (run === undefined || !begun.current) return;
    const { words, to } = spokenSentences(strings, runText(run), told.current, false);
    told.current = to;
    if (words !== '') say(words);
  }, [run, say, strings]);
  return <LiveRegion said={said} as="status" />;
}

/** An answer that goes on has another end. */
function nameOf({ id, continued = 0 }: ChatState['messages'][number]): string {
  return `${id}:${continued}`;
}

/** Says that a part of it was begun again. */
function tellEarlier(strings: Words, { earlier = [] }: ChatState['messages'][number]): string {
  const [first] = earlier;
  return first === undefined ? '' : strings.begunAgain[first.cause];
}

/** Why an answer did not simply come to its end. */
function tellStop(strings: Words, { stop, text }: ChatState['messages'][number]): string {
  if (stop === undefined) return '';
  const { title, name } = strings.stopOf(stop, text.trim() !== '');
  return name === undefined ? title : `${title} ${name}`;
}

/** The words of the status at the end. A browser that can announce text itself needs no second copy of it in the page. */
function tellEnd(strings: Words, message: ChatState['messages'][number], options: AnswerOptions): string {
  const { status } = message;
  if (status === 'cancelled') return strings.answerStopped;
  // An error speaks for itself.
  if (status === 'failed') return '';
  const { summary, whole } = spokenEnd(
    strings,
    bodyText(message.text, recordAnswer(message).blocks, options),
  );
  if (whole === undefined) return summary;
  // Not every browser has it, so its type is not known everywhere.
  const { ariaNotify } = document as { ariaNotify?: (words: string) => void };
  if (ariaNotify === undefined) return whole;
  ariaNotify.call(document, whole);
  return summary;
}
