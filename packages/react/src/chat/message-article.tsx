import type { MessageRecord, RunState } from '@millrace/engine';
import { runText } from '@millrace/engine';
import { CircleAlert, Square } from 'lucide-react';
import { memo } from 'react';
import { strings } from '../strings.ts';

export const UserArticle = memo(function UserArticle({ text }: { readonly text: string }) {
  return (
    <article className="mr-message mr-message-user">
      <h2 className="mr-sr-only">{strings.you}</h2>
      <div className="mr-bubble" dir="auto">
        {text}
      </div>
    </article>
  );
});

/** What an answer shows, whether it is finished or still being written. */
export interface Answer {
  readonly text: string;
  readonly status: 'running' | MessageRecord['status'];
  readonly tookMs?: number | undefined;
  readonly error?: MessageRecord['error'] | undefined;
  readonly lost?: boolean;
}

export function recordAnswer({ text, status, took_ms, error }: MessageRecord): Answer {
  return { text, status, tookMs: took_ms, error };
}

export function liveAnswer(run: RunState, lost: boolean): Answer {
  const { status, startedAt, endedAt, error } = run;
  const tookMs = endedAt === null || startedAt === null ? undefined : endedAt - startedAt;
  return { text: runText(run), status, tookMs, error: error ?? undefined, lost };
}

/** One component for the growing and the finished answer, so that its DOM nodes stay when the one becomes the other. */
export const AnswerArticle = memo(function AnswerArticle({ text, status, tookMs, error, lost }: Answer) {
  const running = status === 'running';
  return (
    <article className="mr-message mr-message-assistant">
      <h2 className="mr-sr-only">{strings.assistant}</h2>
      {text !== '' && (
        <div className="mr-answer" dir="auto">
          {text}
          {running && <span className="mr-caret" aria-hidden="true" />}
        </div>
      )}
      {running && text === '' && <p className="mr-status">{strings.thinking}</p>}
      {running && lost && <p className="mr-reconnecting">{strings.reconnecting}</p>}
      {status === 'cancelled' && (
        <p className="mr-status">
          <Square size={14} fill="currentColor" aria-hidden="true" />
          {tookMs === undefined ? strings.stopped : strings.stoppedAfter(tookMs)}
        </p>
      )}
      {error && <ErrorCard message={error.message} retryable={error.retryable} />}
    </article>
  );
});

function ErrorCard({ message, retryable }: { readonly message: string; readonly retryable: boolean }) {
  return (
    <div className="mr-error" role="alert">
      <p className="mr-error-title">
        <CircleAlert size={16} aria-hidden="true" />
        {strings.failed}
      </p>
      <p>{message}</p>
      <p>{strings.failedAdvice(retryable)}</p>
    </div>
  );
}
