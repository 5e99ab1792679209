'use client';

import type { ToolHistoryEntry } from '@millrace/engine/run';
import { CircleAlert, Square } from 'lucide-react';
import { memo } from 'react';
import { DocumentView } from '../../document/document-view.tsx';
import { useWords } from '../../words/words-context.ts';
import { Payload } from '../message/payload.tsx';
import { StopNotice } from '../message/stop-notice.tsx';
import { EarlierNotice } from '../notices/earlier-notice.tsx';
import { Notice } from '../notices/notice.tsx';
import type { PayloadComponents } from '../payloads/payload-ui.ts';
import { ToolCallCard } from '../payloads/tool-call-card.tsx';
import type { ActiveToolProgress, GeneralChatMessage } from './general-chat-state.ts';
import { splitMarkers, withoutHalfMarker } from './split-markers.ts';
import { ToolProgressCard } from './tool-progress-card.tsx';

export interface TrayAnswerProps extends Pick<GeneralChatMessage, 'id' | 'content'> {
  readonly status: GeneralChatMessage['status'] | 'running';
  readonly tool_history?: readonly ToolHistoryEntry[] | undefined;
  readonly custom_payload?: GeneralChatMessage['custom_payload'];
  readonly stop?: GeneralChatMessage['stop'];
  readonly error?: string | undefined;
  readonly earlier?: GeneralChatMessage['earlier'];
  readonly payloads?: PayloadComponents | undefined;
  /** The run's words about what it does. */
  readonly statusText?: string | null;
  readonly progress?: ActiveToolProgress | null;
}

/** One component for the growing and the finished answer, so that its DOM nodes stay when the one becomes the other. */
export const TrayAnswer = memo(function TrayAnswer(answer: TrayAnswerProps) {
  const strings = useWords();
  const { id, content, status, tool_history = [], custom_payload, error, progress, statusText } = answer;
  const { earlier = [] } = answer;
  const running = status === 'running';
  const pieces = splitMarkers(running ? withoutHalfMarker(content) : content, tool_history);
  const drawn = new Set(pieces.flatMap((piece) => (piece.type === 'tool' ? [piece.index] : [])));
  const others = tool_history.filter((_, index) => !drawn.has(index));
  const isHistory = custom_payload?.type === 'tool_history';
  const hasWords = content.trim() !== '';
  return (
    <article className="mr-tray-message mr-tray-assistant">
      <h3 className="mr-sr-only">{strings.assistant}</h3>
      {pieces.map((piece, place) =>
        piece.type === 'tool' ? (
          <ToolCallCard key={`tool ${piece.index}`} {...piece.entry} />
        ) : (
          piece.text.trim() !== '' && (
            <DocumentView
              // Text joins at the end only, so the place is a name that lasts.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={place}
              text={piece.text}
              messageId={`${id}:${place}`}
              running={running && place === pieces.length - 1}
            />
          )
        ),
      )}
      {!running && others.map((entry) => <ToolCallCard key={entry.tool_use_id} {...entry} />)}
      {custom_payload && !isHistory && <Payload {...custom_payload} payloads={answer.payloads} />}
      {running && progress && <ToolProgressCard {...progress} />}
      {running && !progress && <Pulse words={statusText ?? (hasWords ? undefined : strings.thinking)} />}
      {earlier.length > 0 && <EarlierNotice answerId={id} earlier={earlier} />}
      {status === 'cancelled' && <Notice icon={Square} title={`${strings.stopped}.`} />}
      {answer.stop && <StopNotice answerId={id} stop={answer.stop} hasText={hasWords} isLast={false} />}
      {error !== undefined && (
        <Notice
          icon={CircleAlert}
          tone="failed"
          title={strings.trayFailed}
          help={<bdi>{error}</bdi>}
          isAlert
        />
      )}
    </article>
  );
});

/** It is at work: dots that pulse, and what it does where that is known. */
function Pulse({ words }: { readonly words: string | undefined }) {
  const strings = useWords();
  return (
    <p className={words === undefined ? 'mr-tray-pulse' : 'mr-tray-pulse mr-tray-thinking'}>
      <span className="mr-tray-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span dir="auto" className={words === undefined ? 'mr-sr-only' : undefined}>
        {words ?? strings.trayAnswering}
      </span>
    </p>
  );
}
