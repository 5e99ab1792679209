'use client';

import type { TokenUsage } from '@millrace/engine/message';
import type { ShownFile } from '@millrace/engine/run';
import { ChartNoAxesGantt, RotateCw } from 'lucide-react';
import { memo, type ReactNode, use, useMemo } from 'react';
import { useAttempt } from '../../client/use-attempt.ts';
import { MessageFiles } from '../../files/message-files.tsx';
import { stepWords } from '../../timeline/step/step-words.ts';
import { useWords, type Words } from '../../words/words-context.ts';
import type { Answer, AnswerBlock } from '../answer/answer.ts';
import { AnswerActions } from '../answer/answer-actions.tsx';
import { AnswerBlocks } from '../answer/answer-blocks.tsx';
import { AnswerHitl } from '../answer/answer-hitl.tsx';
import { AnswerOptionsContext } from '../answer/answer-options.ts';
import { bodyText } from '../answer/narration.ts';
import { EarlierNotice } from '../notices/earlier-notice.tsx';
import type { PayloadComponents } from '../payloads/payload-ui.ts';
import { TurnActionsContext } from '../state/turn-actions.ts';
import { useSilence } from '../state/use-silence.ts';
import { Condensed } from './condensed.tsx';
import { CopyButton } from './copy-button.tsx';
import { Doing } from './doing.tsx';
import { Payload } from './payload.tsx';
import { Reconnecting } from './reconnecting.tsx';
import { RunProblem, StoppedNotice } from './run-problem.tsx';
import { StepLimitNotice } from './step-limit-notice.tsx';
import { StopNotice } from './stop-notice.tsx';

export interface AnswerArticleProps extends Answer {
  readonly payloads: PayloadComponents | undefined;
  /** The whole answer as markdown, when it is finished. */
  readonly text?: string | undefined;
  /** When it ended. */
  readonly endedAt?: number | undefined;
  /** True when it came while the person was here: its outcome is read aloud. */
  readonly isNews: boolean;
  /** The message that it answers. */
  readonly askedId?: string | undefined;
  /** False when a message follows it. */
  readonly isLast?: boolean;
  /** The actions that the person may take next. */
  readonly children?: ReactNode;
}

/** One component for the growing and the finished answer, so that its DOM nodes stay when the one becomes the other. */
export const AnswerArticle = memo(function AnswerArticle(answer: AnswerArticleProps) {
  const strings = useWords();
  const { id, blocks, status, doing, tookMs, error, stop, lost, condensed, usage, payload } = answer;
  const { startedAt, endedAt, waitedMs, lostMs, pausedAt, limit, earlier = [], isLast = true } = answer;
  const running = status === 'running';
  const made = useMemo(() => madeFiles(blocks), [blocks]);
  const options = use(AnswerOptionsContext);
  const copied = running ? '' : bodyText(answer.text ?? '', blocks, options);
  const silent = useSilence(running ? blocks : undefined);
  const writes = running && blocks.at(-1)?.block.type === 'text';
  const thinks = blocks.length === 0 || (writes && silent && !blocks.some(isAtWork));
  // Without a connection its state is not known.
  const busy = running && !lost && (doing !== undefined || thinks);
  return (
    <article className="mr-message mr-message-assistant" data-message={id}>
      <h2 className="mr-sr-only">{strings.assistant}</h2>
      {condensed && <Condensed {...condensed} />}
      <div className={writes && (silent || lost) ? 'mr-blocks mr-silent' : 'mr-blocks'}>
        <AnswerHitl runId={id}>
          <AnswerActions runId={id} blocks={blocks} status={status}>
            <AnswerBlocks
              {...{ id, blocks, status }}
              {...{ startedAt, endedAt, waitedMs, lostMs, pausedAt }}
            />
          </AnswerActions>
          {limit && (
            <StepLimitNotice key={limit.approval_id} limit={limit} last={lastStep(strings, blocks)} />
          )}
        </AnswerHitl>
      </div>
      {made.length > 0 && <MessageFiles files={made} />}
      {payload && <Payload {...payload} payloads={answer.payloads} />}
      {busy && <Doing words={doing} retryAt={answer.retryAt} />}
      {running && lost && <Reconnecting known={lost === 'working'} />}
      {earlier.length > 0 && <EarlierNotice answerId={id} earlier={earlier} />}
      {status === 'cancelled' && <StoppedNotice answerId={id} {...{ tookMs, isLast }} />}
      {error && (
        <RunProblem
          {...{ error, isLast, isNews: answer.isNews }}
          answerId={id}
          at={endedAt}
          hasText={blocks.length > 0}
        />
      )}
      {stop && (
        <StopNotice
          {...{ stop, isLast, askedId: answer.askedId }}
          answerId={id}
          hasText={blocks.some(isSaid)}
        />
      )}
      {answer.children}
      <div className="mr-actions">
        {!running && answer.text !== undefined && (
          <>
            {copied !== '' && <CopyButton text={copied} isMarkdown />}
            {status === 'completed' && <RetryButton answerId={id} />}
            <TraceButton answerId={id} />
          </>
        )}
        {usage && <p className="mr-usage">{strings.usage(tokensRead(usage), usage.output_tokens)}</p>}
      </div>
    </article>
  );
});

/** The files that the calls of an answer have made for the person, each once. */
function madeFiles(blocks: readonly AnswerBlock[]): readonly ShownFile[] {
  const calls = blocks.flatMap(({ tool, spans = [] }) => [
    tool,
    ...spans.flatMap((span) => span.blocks.map((block) => block.tool)),
  ]);
  const files = calls.flatMap((call) => call?.shown ?? []).filter(({ aside }) => aside !== true);
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

/** The last call of an answer, in words. */
function lastStep(strings: Words, blocks: readonly AnswerBlock[]): string | undefined {
  const call = blocks.findLast(({ block }) => block.type === 'tool_use');
  if (call?.block.type !== 'tool_use') return undefined;
  const { id, name, input } = call.block;
  const status = call.result?.is_error === true ? 'error' : 'completed';
  const item = { kind: 'tool-call', id, toolName: name, args: input, status } as const;
  const { title, target } = stepWords(strings, item, { title: call.tool?.title });
  const what = target === undefined ? title : `${title} ${target}`;
  return status === 'error' ? `${what} · ${strings.toolStates.failed}` : what;
}

/** Tells whether a block has words of the answer. */
function isSaid({ block }: AnswerBlock): boolean {
  return block.type === 'text' && block.text.trim() !== '';
}

/** Tells whether a call runs, or one of its sub-agents: then its row says what is done. */
function isAtWork({ tool, spans = [] }: AnswerBlock): boolean {
  return tool?.status === 'running' || spans.some((span) => span.blocks.some(isAtWork));
}

/** Asks the same again. */
function RetryButton({ answerId }: { readonly answerId: string }) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const { busy, problem, run } = useAttempt();
  if (turns === undefined || !turns.canAct) return null;
  return (
    <>
      <button
        type="button"
        className="mr-icon"
        aria-label={strings.retry}
        title={strings.retry}
        aria-disabled={busy}
        onClick={() => void run(() => turns.retry(answerId))}
      >
        <RotateCw size={16} aria-hidden="true" />
      </button>
      {problem !== undefined && (
        <p className="mr-action-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** Leads to the steps of the run. */
function TraceButton({ answerId }: { readonly answerId: string }) {
  const { trace } = useWords();
  const openTrace = use(TurnActionsContext)?.openTrace;
  if (openTrace === undefined) return null;
  return (
    <button
      type="button"
      className="mr-icon"
      aria-label={trace}
      title={trace}
      onClick={() => openTrace(answerId)}
    >
      <ChartNoAxesGantt size={16} aria-hidden="true" />
    </button>
  );
}

/** The number of tokens that the model read, from its provider's cache or not. */
function tokensRead(usage: TokenUsage): number {
  const { input_tokens, cache_read_input_tokens = 0, cache_creation_input_tokens = 0 } = usage;
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
}
