'use client';

import type { MessageRecord } from '@millrace/engine/run';
import { type ComponentType, type ReactElement, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { copySelection } from '../../document/copy/copy-selection.ts';
import type { SheetEdits } from '../../embeds/sheet/sheet-edits.ts';
import { useWords } from '../../words/words-context.ts';
import { type Answer, liveAnswer } from '../answer/answer.ts';
import type { AnswerOptions } from '../answer/answer-options.ts';
import { knownAnswer } from '../answer/known-answer.ts';
import type { EditFieldProps } from '../message/edit-field.ts';
import type { GoBack } from '../message/go-back.tsx';
import { AnswerArticle } from '../message/message-article.tsx';
import { UserArticle } from '../message/user-article.tsx';
import type { PayloadComponents } from '../payloads/payload-ui.ts';
import { AnswerAnnouncer, type AnswerAnnouncerProps } from '../spoken/answer-announcer.tsx';
import { ArrivalAnnouncer } from '../spoken/arrival-announcer.tsx';
import { ConnectionAnnouncer } from '../spoken/connection-announcer.tsx';
import { DecisionAnnouncer } from '../spoken/decision-announcer.tsx';
import type { ChatState } from '../state/open-chat.ts';
import type { TurnActions } from '../state/turn-actions.ts';
import { useFound } from '../state/use-found.ts';
import { onlyWaits, waitingCalls, waitingLimit } from '../state/waiting-calls.ts';
import { type ChatClient, ChatContexts } from './chat-contexts.tsx';
import { EarlyMessages } from './early-messages.tsx';
import { JumpButton } from './jump-button.tsx';
import { type SuggestionHooks, Suggestions } from './suggestions.tsx';
import { useClearEnd } from './use-clear-end.ts';
import { useEarlyCount } from './use-early-count.ts';
import { useEmbedList } from './use-embed-list.ts';
import { useGoTo } from './use-go-to.ts';
import { type ReadingOptions, useReadingPlace } from './use-reading-place.ts';
import { WaitingBar } from './waiting-bar.tsx';

/** The props of `Transcript`. */
export interface TranscriptProps extends SuggestionHooks, AnswerOptions {
  readonly state: ChatState;
  /** Sends a person's decisions, undoes calls, and loads previews of links. Without it none of this can be done. */
  readonly client?: ChatClient;
  /** Lets the person go back to before a message. Without it nobody can. */
  readonly goBack?: GoBack | undefined;
  /** Lets the person ask again, edit, and choose among branches. Without it nobody can. */
  readonly turns?: TurnActions | undefined;
  /** Components for data of the app; data without one is shown as JSON. */
  readonly payloads?: PayloadComponents;
  /** A message that is sent goes to the top and stays there (`message`, the default), or the end is followed (`end`). */
  readonly follow?: ReadingOptions['follow'];
  /** A screen reader hears about an answer when it is ready (`end`, the default), or its sentences as they end. */
  readonly speech?: AnswerAnnouncerProps['speech'];
  /** The versions of tables that people have edited, such as `sheets` of an open chat. Without it tables can't be edited. */
  readonly sheets?: SheetEdits | undefined;
  /** Takes a piece of an answer that the person wants to ask about, as Markdown. */
  readonly onAsk?: ((markdown: string) => void) | undefined;
  /** The field in which a message that was sent is edited, such as `MessageField`. Without it, it is a text area. */
  readonly EditField?: ComponentType<EditFieldProps> | undefined;
  /** Goes to this message when it is there. */
  readonly goTo?: string | undefined;
  /** Words in that message to go to, and to mark. */
  readonly goToWords?: string | undefined;
}

/** The messages of a chat and the one that is being written. */
export function Transcript(props: TranscriptProps) {
  const strings = useWords();
  const { state, client, payloads, goBack, turns, follow = 'message', goTo, goToWords, ...other } = props;
  const { EditField, onAsk, sheets, layout, tools, bodyTools, speech = 'end', ...hooks } = other;
  const options = useMemo(() => ({ layout, tools, bodyTools }), [layout, tools, bodyTools]);
  const box = useRef<HTMLDivElement>(null);
  const tail = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const { live } = state;
  const messages = useMemo(() => withoutLive(state.messages, live?.runId), [state.messages, live?.runId]);
  const run = live?.run;
  const waiting = waitingCalls(run);
  const limit = waitingLimit(run);
  useClearEnd(box, over, waiting.map(({ tool_use_id }) => tool_use_id).join(' '));
  const early = useEarlyCount(messages);
  const earlier = useMemo(() => messages.slice(0, early), [messages, early]);
  const { isAway, jump, handlers } = useReadingPlace({ box, tail, state, follow });
  const { early: earlyHandle, reach } = useGoTo(box, messages, early, goTo, goToWords);
  const listed = useEmbedList(earlier, reach);
  const canAct = run === undefined || run.status !== 'running';
  const going = useMemo(() => goBack && { ...goBack, canGo: canAct }, [goBack, canAct]);
  const taking = useMemo(() => turns && { ...turns, canAct }, [turns, canAct]);
  const found = useFound(state);
  // The same answer stays the same object when the page draws something else.
  const answer = useMemo(
    () => live && liveAnswer(live.runId, live.run, state.connection !== 'open' && state.connection),
    [live, state.connection],
  );
  const draw = useCallback(
    (record: MessageRecord, place: number) =>
      article(
        record,
        { before: messages[place - 1], next: messages[place + 1] },
        { ids: idsOf(messages), found, payloads },
      ),
    [messages, found, payloads],
  );
  return (
    <ChatContexts {...{ client, options, listed, sheets, onAsk, EditField }} goBack={going} turns={taking}>
      <div className="mr-transcript-frame">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div className="mr-transcript" ref={box} {...handlers} onCopy={copySelection} tabIndex={0}>
          <div
            className="mr-column"
            role="log"
            aria-live="off"
            aria-label={strings.conversation}
            aria-busy={run?.status === 'running' && !onlyWaits(run)}
          >
            {early > 0 && <EarlyMessages records={earlier} draw={draw} box={box} handle={earlyHandle} />}
            <div className="mr-tail" ref={tail}>
              {lateArticles({ messages, answer }, early, { found, payloads }, hooks)}
            </div>
          </div>
        </div>
        <div className="mr-over-end" ref={over}>
          {isAway && <JumpButton box={box} onJump={jump} />}
          <WaitingBar {...{ waiting, limit, box }} />
        </div>
        <AnswerAnnouncer state={state} speech={speech} />
        <ArrivalAnnouncer {...{ waiting, limit }} />
        <DecisionAnnouncer run={run} />
        <ConnectionAnnouncer state={state} />
      </div>
    </ChatContexts>
  );
}

/** An answer that goes on is drawn from its run: the record that it left when it ended stands aside. */
function withoutLive(messages: ChatState['messages'], runId: string | undefined): ChatState['messages'] {
  return messages.some(({ id }) => id === runId) ? messages.filter(({ id }) => id !== runId) : messages;
}

interface Drawing {
  readonly payloads: PayloadComponents | undefined;
  /** The messages that were there when the person came. */
  readonly found: ReadonlySet<string>;
}

/** The messages before and behind a message. */
interface Neighbours {
  readonly before: MessageRecord | undefined;
  readonly next: MessageRecord | undefined;
}

function article(
  record: MessageRecord,
  { before, next }: Neighbours,
  { ids, found, payloads }: Drawing & { readonly ids: ReadonlySet<string> },
  children?: ReactNode,
): ReactElement {
  const { id, role, text, ts, branches, files } = record;
  if (role === 'assistant')
    return (
      <AnswerArticle
        key={id}
        {...knownAnswer(record, ids)}
        {...{ text, payloads }}
        endedAt={ts}
        isNews={!found.has(id)}
        isLast={next === undefined}
        askedId={before?.role === 'user' ? before.id : undefined}
      >
        {children}
      </AnswerArticle>
    );
  // The answer that follows a message.
  const runId = next?.role === 'assistant' ? next.id : undefined;
  // Another version replaces the one before it, and keeps the picker that has the focus.
  return <UserArticle key={branches?.[0] ?? id} {...{ id, text, files, runId, branches }} />;
}

// One list with one key for each message: a finished answer replaces the live one.
function lateArticles(
  { messages, answer }: { readonly messages: ChatState['messages']; readonly answer: Answer | null },
  early: number,
  drawing: Drawing,
  hooks: SuggestionHooks,
): ReactElement[] {
  const newest = answer === null ? messages.at(-1) : undefined;
  const ids = idsOf(messages);
  const all = messages.slice(early).map((record, place) => {
    const offers = record === newest && <Suggestions key={record.id} {...record} {...hooks} />;
    const at = early + place;
    const neighbours = { before: messages[at - 1], next: messages[at + 1] };
    return article(record, neighbours, { ...drawing, ids }, offers || undefined);
  });
  if (answer) all.push(<AnswerArticle key={answer.id} {...answer} payloads={drawing.payloads} isNews />);
  return all;
}

const idsOf = (messages: readonly MessageRecord[]): ReadonlySet<string> =>
  new Set(messages.map(({ id }) => id));
