import { ArrowDown } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../client/create-client.ts';
import { FullScreenProvider } from '../embeds/full-screen/full-screen-provider.tsx';
import { LinkPreviews } from '../embeds/link-box.tsx';
import { ImageUrls } from '../embeds/remote-image.tsx';
import { strings } from '../words/strings.ts';
import { liveAnswer, recordAnswer } from './answer.ts';
import { DecideContext } from './answer-hitl.tsx';
import { ArrivalAnnouncer } from './arrival-announcer.tsx';
import type { ChatState } from './chat-view.ts';
import { type GoBack, GoBackContext } from './go-back.tsx';
import { AnswerArticle, UserArticle } from './message-article.tsx';
import type { PayloadComponents } from './payload.tsx';
import { RevertContext } from './revert-button.tsx';
import { type SuggestionHooks, Suggestions } from './suggestions.tsx';
import { useFollow } from './use-follow.ts';
import { WaitingBar } from './waiting-bar.tsx';
import { onlyWaits, waitingCalls } from './waiting-calls.ts';

export interface TranscriptProps extends SuggestionHooks {
  readonly state: ChatState;
  /** Takes a person's decisions, undoes calls, and tells what links lead to. Without it none of this can be done. */
  readonly client?: Pick<Client, 'decide' | 'device'> &
    Partial<Pick<Client, 'imageUrl' | 'preview' | 'revert'>>;
  /** Lets the person go back to before a message. Without it nobody can. */
  readonly goBack?: GoBack | undefined;
  /** Components for data of the app; what has none is shown as JSON. */
  readonly payloads?: PayloadComponents;
}

/** The messages of a chat and the one that is being written. */
export function Transcript({ state, client, payloads, goBack, ...hooks }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  const run = state.live?.run;
  const waiting = waitingCalls(run);
  const newest = state.live === null ? state.messages.at(-1) : undefined;
  const { following, onScroll, jump } = useFollow(box, state);
  const canGo = state.live === null;
  const going = useMemo(() => goBack && { ...goBack, canGo }, [goBack, canGo]);
  return (
    <FullScreenProvider>
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
            <DecideContext value={client ?? null}>
              <RevertContext value={client?.revert}>
                <LinkPreviews value={client?.preview}>
                  <ImageUrls value={client?.imageUrl}>
                    <GoBackContext value={going}>{articles(state, payloads)}</GoBackContext>
                  </ImageUrls>
                </LinkPreviews>
              </RevertContext>
            </DecideContext>
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
    </FullScreenProvider>
  );
}

// One list with one key for each message: a finished answer takes the place of the live one.
function articles(
  { messages, live, connection }: ChatState,
  payloads: PayloadComponents | undefined,
): ReactElement[] {
  const all = messages.map((record, place) =>
    record.role === 'user' ? (
      <UserArticle key={record.id} text={record.text} runId={answerTo(messages, place)} />
    ) : (
      <AnswerArticle key={record.id} {...recordAnswer(record)} payloads={payloads} />
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
