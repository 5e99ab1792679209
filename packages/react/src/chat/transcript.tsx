import { ArrowDown } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { useFollow } from '../timeline/use-follow.ts';
import { strings } from '../words/strings.ts';
import { liveAnswer } from './answer.ts';
import type { AnswerView } from './answer-view.ts';
import { ArrivalAnnouncer } from './arrival-announcer.tsx';
import { type ChatClient, ChatContexts } from './chat-contexts.tsx';
import type { ChatState } from './chat-view.ts';
import type { GoBack } from './go-back.tsx';
import { knownAnswer } from './known-answer.ts';
import { AnswerArticle, UserArticle } from './message-article.tsx';
import type { PayloadComponents } from './payloads/payload-ui.ts';
import { type SuggestionHooks, Suggestions } from './suggestions.tsx';
import { WaitingBar } from './waiting-bar.tsx';
import { onlyWaits, waitingCalls } from './waiting-calls.ts';

export interface TranscriptProps extends SuggestionHooks, AnswerView {
  readonly state: ChatState;
  /** Takes a person's decisions, undoes calls, and tells what links lead to. Without it none of this can be done. */
  readonly client?: ChatClient;
  /** Lets the person go back to before a message. Without it nobody can. */
  readonly goBack?: GoBack | undefined;
  /** Components for data of the app; what has none is shown as JSON. */
  readonly payloads?: PayloadComponents;
}

/** The messages of a chat and the one that is being written. */
export function Transcript({ state, client, payloads, goBack, ...props }: TranscriptProps) {
  const { layout, tools, bodyTools, ...hooks } = props;
  const view = useMemo(() => ({ layout, tools, bodyTools }), [layout, tools, bodyTools]);
  const box = useRef<HTMLDivElement>(null);
  const run = state.live?.run;
  const waiting = waitingCalls(run);
  const newest = state.live === null ? state.messages.at(-1) : undefined;
  const { following, onScroll, jump } = useFollow(box, state);
  const canGo = state.live === null;
  const going = useMemo(() => goBack && { ...goBack, canGo }, [goBack, canGo]);
  return (
    <ChatContexts client={client} view={view} goBack={going}>
      <div className="mr-transcript-frame">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div className="mr-transcript" ref={box} onScroll={onScroll} tabIndex={0}>
          <div
            className="mr-column"
            role="log"
            aria-live="off"
            aria-label={strings.conversation}
            aria-busy={run?.status === 'running' && !onlyWaits(run)}
          >
            {articles(state, payloads)}
            {newest?.role === 'assistant' && <Suggestions key={newest.id} {...newest} {...hooks} />}
          </div>
        </div>
        {!following && (
          <button type="button" className="mr-jump" onClick={jump}>
            <ArrowDown size={16} aria-hidden="true" />
            {strings.jumpToLatest}
          </button>
        )}
        <WaitingBar waiting={waiting} box={box} />
        <Announcer state={state} />
        <ArrivalAnnouncer waiting={waiting} />
      </div>
    </ChatContexts>
  );
}

// One list with one key for each message: a finished answer takes the place of the live one.
function articles(
  { messages, live, connection }: ChatState,
  payloads: PayloadComponents | undefined,
): ReactElement[] {
  const ids = new Set(messages.map(({ id }) => id));
  const all = messages.map((record, place) =>
    record.role === 'user' ? (
      <UserArticle key={record.id} text={record.text} runId={answerTo(messages, place)} />
    ) : (
      <AnswerArticle key={record.id} {...knownAnswer(record, ids)} payloads={payloads} />
    ),
  );
  if (live) {
    const answer = liveAnswer(live.runId, live.run, connection === 'lost');
    all.push(<AnswerArticle key={live.runId} {...answer} payloads={payloads} />);
  }
  return all;
}

/** The answer that stands behind a message. */
function answerTo(messages: ChatState['messages'], place: number): string | undefined {
  const next = messages[place + 1];
  return next?.role === 'assistant' ? next.id : undefined;
}

/** Says when an answer begins and when it ends, and nothing in between. */
function Announcer({ state: { live, messages } }: { readonly state: ChatState }) {
  const [said, setSaid] = useState('');
  const writing = live?.run.status === 'running' && !onlyWaits(live.run);
  const paused = onlyWaits(live?.run);
  const status = live?.run.status ?? messages.at(-1)?.status;
  useEffect(() => {
    // What waits is told by itself.
    if (paused) return;
    if (writing) setSaid(strings.generating);
    // An error speaks for itself.
    else
      setSaid((before) =>
        before === '' || status === 'failed' ? '' : strings.ended(status === 'cancelled'),
      );
  }, [writing, paused, status]);
  return (
    <div className="mr-sr-only" role="status">
      {said}
    </div>
  );
}
