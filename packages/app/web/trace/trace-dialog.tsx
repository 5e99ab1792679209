import type { ModelInfo, TraceStep } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { Copy, Hand, MessageSquareText, Wrench, X } from 'lucide-react';
import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { PageDialog } from '../frame/page-dialog.tsx';
import { costOf, readBy, sumsOf, type TraceSums } from './trace-sums.ts';
import './trace.css';
import { useSteps } from './use-steps.ts';

export interface TraceDialogProps {
  readonly client: Pick<Client, 'watchRun'>;
  readonly runId: string;
  /** The model of the chat, for its name and price. */
  readonly model: ModelInfo | undefined;
  readonly onClose: () => void;
}

const ICONS = { model: MessageSquareText, tool: Wrench, person: Hand };

/** The steps of a run with their times, tokens and costs. It has no word of people or models, so it can be shown to others. */
export function TraceDialog({ client, runId, model, onClose }: TraceDialogProps) {
  const { trace: strings } = usePageWords();
  const { status, steps } = useSteps(client, runId);
  const [copied, setCopied] = useState(false);
  const sums = sumsOf(steps, model?.price, Date.now());
  const copy = (): void =>
    void navigator.clipboard
      .writeText(JSON.stringify({ run_id: runId, steps }, undefined, 2))
      .then(() => setCopied(true));
  return (
    <PageDialog label={strings.title} className="app-trace" onClose={onClose}>
      <header className="app-trace-head">
        <h2>{strings.title}</h2>
        <button type="button" className="mr-button" onClick={copy}>
          <Copy size={16} aria-hidden="true" />
          <span aria-live="polite">{copied ? strings.copied : strings.copy}</span>
        </button>
        <button type="button" className="mr-icon" aria-label={strings.close} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      {steps.length === 0 ? (
        <p className="app-trace-none" role={status === 'failed' ? 'alert' : 'status'}>
          {strings[status === 'ready' ? 'none' : status]}
        </p>
      ) : (
        <>
          <Sums sums={sums} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <section className="app-trace-steps" aria-label={strings.steps} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{strings.step}</th>
                  <th scope="col">
                    <span className="mr-sr-only">{strings.when}</span>
                  </th>
                  <th scope="col">{strings.time}</th>
                  <th scope="col">{strings.first}</th>
                  <th scope="col">{strings.read}</th>
                  <th scope="col">{strings.written}</th>
                  <th scope="col">{strings.cached}</th>
                  <th scope="col">{strings.cost}</th>
                </tr>
              </thead>
              <tbody>
                {steps.map((step, i) => (
                  <StepRow key={step.id} {...{ step, sums, model }} request={requestsUpTo(steps, i)} />
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      <footer className="app-trace-foot">{strings.noContent}</footer>
    </PageDialog>
  );
}

function Sums({ sums }: { readonly sums: TraceSums }) {
  const { trace: strings } = usePageWords();
  const { tookMs, waitedMs, firstMs, read, written, cached, cost } = sums;
  const facts: readonly (readonly [name: string, value: string | undefined, isWait?: true])[] = [
    [strings.took, strings.seconds(tookMs)],
    [strings.worked, strings.seconds(tookMs - waitedMs)],
    [strings.waited, waitedMs > 0 ? strings.seconds(waitedMs) : undefined, true],
    [strings.first, firstMs === undefined ? undefined : strings.seconds(firstMs)],
    [strings.read, read > 0 ? strings.number(read) : undefined],
    [strings.written, read > 0 ? strings.number(written) : undefined],
    [strings.cached, read > 0 ? strings.percent(cached) : undefined],
    [strings.cost, cost === undefined ? undefined : strings.dollars(cost)],
  ];
  return (
    <dl className="app-trace-sums">
      {facts.map(
        ([name, value, isWait]) =>
          value !== undefined && (
            <div key={name} data-wait={isWait}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface StepRowProps {
  readonly step: TraceStep;
  readonly sums: TraceSums;
  readonly model: ModelInfo | undefined;
  /** The number of the request, of a model. */
  readonly request: number;
}

function StepRow({ step, sums, model, request }: StepRowProps) {
  const { trace: strings } = usePageWords();
  const { type, name, started_at, first_at, ended_at, usage, span, status } = step;
  const Icon = ICONS[type];
  const tookMs = (ended_at ?? sums.began + sums.tookMs) - started_at;
  const cost = costOf(usage, model?.price);
  const words =
    type === 'model'
      ? strings.request(model?.name ?? strings.model, request)
      : type === 'tool'
        ? name
        : strings.waitedFor(name);
  return (
    <tr data-status={status}>
      <th scope="row" data-inner={span !== undefined || undefined}>
        <Icon size={16} aria-hidden="true" />
        <span>{words}</span>
        {status !== 'done' && <span className="app-trace-status">{strings.states[status]}</span>}
      </th>
      <td>
        <Bar {...{ step, sums }} />
      </td>
      <td>{strings.seconds(tookMs)}</td>
      <td>{first_at === undefined ? '' : strings.seconds(first_at - started_at)}</td>
      <td>{usage === undefined ? '' : strings.number(readBy(usage))}</td>
      <td>{usage === undefined ? '' : strings.number(usage.output_tokens)}</td>
      <td>
        {usage === undefined || readBy(usage) === 0
          ? ''
          : strings.percent((usage.cache_read_input_tokens ?? 0) / readBy(usage))}
      </td>
      <td>{cost === undefined ? '' : strings.dollars(cost)}</td>
    </tr>
  );
}

/** The time of a step in the time of the run; of a request the part until its first block is light. */
function Bar({ step, sums }: Pick<StepRowProps, 'step' | 'sums'>) {
  const { type, started_at, first_at, ended_at = sums.began + sums.tookMs, status } = step;
  const part = (ms: number): string => `${(100 * ms) / Math.max(1, sums.tookMs)}%`;
  const place = { insetInlineStart: part(started_at - sums.began), inlineSize: part(ended_at - started_at) };
  const took = Math.max(1, ended_at - started_at);
  return (
    <span className="app-trace-lane" aria-hidden="true">
      <span className="app-trace-bar" data-type={status === 'failed' ? 'failed' : type} style={place}>
        {first_at !== undefined && (
          <span
            className="app-trace-first"
            style={{ inlineSize: `${(100 * (first_at - started_at)) / took}%` }}
          />
        )}
      </span>
    </span>
  );
}

/** The number of requests up to a step of the list. */
const requestsUpTo = (steps: readonly TraceStep[], last: number): number =>
  steps.slice(0, last + 1).filter(({ type }) => type === 'model').length;
