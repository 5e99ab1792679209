import { ArrowDown } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { liveAnswer, recordAnswer } from './answer.ts';
import type { ChatState } from './chat-view.ts';
import { AnswerArticle, UserArticle } from './message-article.tsx';
import { useFollow } from './use-follow.ts';

/** The messages of a chat and the one that is being written. */
export function Transcript({ state }: { readonly state: ChatState }) {
  const box = useRef<HTMLDivElement>(null);
  const { following, onScroll, jump } = useFollow(box, state);
  return (
    <div className="mr-transcript-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="mr-transcript" ref={box} onScroll={onScroll} tabIndex={0}>
        <div
          className="mr-column"
          role="log"
          aria-live="off"
          aria-label={strings.conversation}
          aria-busy={state.live?.run.status === 'running'}
        >
          {articles(state)}
        </div>
      </div>
      {!following && (
        <button type="button" className="mr-jump" onClick={jump}>
          <ArrowDown size={16} aria-hidden="true" />
          {strings.jumpToLatest}
        </button>
      )}
      <Announcer state={state} />
    </div>
  );
}

// One list with one key for each message: a finished answer takes the place of the live one.
function articles({ messages, live, connection }: ChatState): ReactElement[] {
  const all = messages.map((record) =>
    record.role === 'user' ? (
      <UserArticle key={record.id} text={record.text} />
    ) : (
      <AnswerArticle key={record.id} {...recordAnswer(record)} />
    ),
  );
  if (live)
    all.push(<AnswerArticle key={live.runId} {...liveAnswer(live.runId, live.run, connection === 'lost')} />);
  return all;
}

/** Says when an answer begins and when it ends, and nothing in between. */
function Announcer({ state: { live, messages } }: { readonly state: ChatState }) {
  const [said, setSaid] = useState('');
  const writing = live?.run.status === 'running';
  const status = live?.run.status ?? messages.at(-1)?.status;
  useEffect(() => {
    if (writing) setSaid(strings.generating);
    // An error speaks for itself.
    else
      setSaid((before) =>
        before === '' || status === 'failed' ? '' : strings.ended(status === 'cancelled'),
      );
  }, [writing, status]);
  return (
    <div className="mr-sr-only" role="status">
      {said}
    </div>
  );
}
