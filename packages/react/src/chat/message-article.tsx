import type { TokenUsage } from '@millrace/engine';
import { CircleAlert, Square } from 'lucide-react';
import { memo } from 'react';
import { strings } from '../words/strings.ts';
import type { Answer } from './answer.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerBlocks } from './answer-blocks.tsx';
import { AnswerHitl } from './answer-hitl.tsx';
import { Condensed } from './condensed.tsx';
import { GoBackButton } from './go-back.tsx';
import { Payload } from './payload.tsx';
import type { PayloadComponents } from './payloads/payload-ui.ts';

export interface AnswerArticleProps extends Answer {
  readonly payloads: PayloadComponents | undefined;
}

export interface UserArticleProps {
  readonly text: string;
  /** The run that has answered it. */
  readonly runId: string | undefined;
}

export const UserArticle = memo(function UserArticle({ text, runId }: UserArticleProps) {
  return (
    <article className="mr-message mr-message-user">
      <h2 className="mr-sr-only">{strings.you}</h2>
      <div className="mr-bubble" dir="auto">
        {text}
      </div>
      {runId !== undefined && <GoBackButton runId={runId} />}
    </article>
  );
});

/** One component for the growing and the finished answer, so that its DOM nodes stay when the one becomes the other. */
export const AnswerArticle = memo(function AnswerArticle(answer: AnswerArticleProps) {
  const { id, blocks, status, doing, tookMs, error, lost, condensed, usage, payload } = answer;
  const { startedAt, endedAt } = answer;
  const running = status === 'running';
  const busy = running && (doing !== undefined || blocks.length === 0);
  return (
    <article className="mr-message mr-message-assistant">
      <h2 className="mr-sr-only">{strings.assistant}</h2>
      {condensed && <Condensed {...condensed} />}
      <AnswerHitl runId={id}>
        <AnswerActions runId={id} blocks={blocks} status={status}>
          <AnswerBlocks {...{ id, blocks, status, startedAt, endedAt }} />
        </AnswerActions>
      </AnswerHitl>
      {payload && <Payload {...payload} payloads={answer.payloads} />}
      {busy && <p className="mr-status">{doing ?? strings.thinking}</p>}
      {running && lost && <p className="mr-reconnecting">{strings.reconnecting}</p>}
      {status === 'cancelled' && (
        <p className="mr-status">
          <Square size={14} fill="currentColor" aria-hidden="true" />
          {tookMs === undefined ? strings.stopped : strings.stoppedAfter(tookMs)}
        </p>
      )}
      {error && <ErrorCard message={error.message} retryable={error.retryable} />}
      {usage && <p className="mr-usage">{strings.usage(tokensRead(usage), usage.output_tokens)}</p>}
    </article>
  );
});

/** What the model was given, from its provider's memory or anew. */
function tokensRead(usage: TokenUsage): number {
  const { input_tokens, cache_read_input_tokens = 0, cache_creation_input_tokens = 0 } = usage;
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
}

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
