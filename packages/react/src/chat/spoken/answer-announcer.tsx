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
  /** An answer that another one followed at once, until its end was said. */
  const followed = useRef<{ readonly id: string; readonly told: number }>(undefined);
  useEffect(() => {
    // A waiting call has its own announcement.
    if (paused) return;
    const words: string[] = [];
    const endOf = (message: ChatState['messages'][number], from: number): string => {
      ended.current.add(nameOf(message));
      const rest = speech === 'end' ? '' : spokenSentences(strings, message.text, from, true).words;
      return [
        rest || tellEnd(strings, message, options),
        tellStop(strings, message),
        tellEarlier(strings, message),
      ]
        .filter((each) => each !== '')
        .join(' ');
    };
    if (writing && begun.current && started.current !== undefined && started.current !== runId) {
      followed.current = { id: started.current, told: told.current };
      begun.current = false;
    }
    const over = followed.current && messages.find(({ id }) => id === followed.current?.id);
    if (followed.current !== undefined && over !== undefined) {
      words.push(endOf(over, followed.current.told));
      followed.current = undefined;
    }
    if (runId !== undefined && !begun.current) {
      begun.current = true;
      told.current = before;
    }
    if (writing) {
      // After a decision it goes on, which was said.
      if (started.current !== runId) words.push(strings.generating);
      started.current = runId;
    }
    // A short answer may be over before it was seen at all.
    else if (newest !== undefined && !ended.current.has(nameOf(newest)) && (begun.current || isAwaited)) {
      if (!begun.current) told.current = 0;
      begun.current = false;
      words.push(endOf(newest, told.current));
    }
    if (words.length > 0) say(words.filter((each) => each !== '').join('. '));
  }, [runId, before, writing, paused, messages, newest, isAwaited, speech, say, strings, options]);
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
