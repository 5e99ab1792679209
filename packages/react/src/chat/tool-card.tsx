import {
  type PartialJsonValue,
  type RunTool,
  type ToolResultBlock,
  type ToolUseBlock,
  toolDescription,
} from '@millrace/engine';
import { memo, type ReactNode, use, useRef } from 'react';
import { ApprovalCard } from '../approval/approval-card.tsx';
import { Arguments, printValue } from '../approval/arguments.tsx';
import { decisionLine } from '../approval/decision-line.ts';
import { HitlContext } from '../approval/hitl-runtime.ts';
import { withEscapes } from '../approval/show-hidden.ts';
import { ShownText } from '../approval/shown-text.tsx';
import { strings } from '../words/strings.ts';
import type { Answer } from './answer.ts';
import { callState } from './call-state.ts';
import { CallStatus, StateIcon } from './call-status.tsx';
import { RevertButton } from './revert-button.tsx';
import { useFollow } from './use-follow.ts';
import { type NotRun, whyNotRun } from './why-not-run.ts';

export interface ToolCardProps {
  readonly runId: string;
  readonly call: ToolUseBlock;
  readonly result: ToolResultBlock | undefined;
  /** The input while it arrives. It grows in place; `arrived` tells by how much. */
  readonly preview: PartialJsonValue | undefined;
  readonly arrived: number | undefined;
  readonly tool: RunTool | undefined;
  readonly status: Answer['status'];
  /** The sub-agent that the call opened. */
  readonly children?: ReactNode;
}

/** A call as it is written, asked about and run, and what became of it. */
export const ToolCard = memo(function ToolCard(props: ToolCardProps) {
  const { runId, call, result, preview, arrived, tool, status, children } = props;
  const writing = arrived !== undefined && status === 'running';
  const state = callState({ call, tool, result, writing, status, spans: Boolean(children) });
  const input = writing ? preview : inputOf(call, tool);
  const title = tool?.title ?? titleOf(call.name, input);
  const waiting = state === 'waiting';
  const asked = tool?.question ?? tool?.approval;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark, and calls are many
    <div
      role="group"
      className={waiting ? 'mr-tool mr-tool-waiting' : 'mr-tool'}
      aria-label={strings.toolCall(call.name)}
      tabIndex={-1}
    >
      {!waiting && (
        <header>
          <StateIcon state={state} />
          <strong dir="auto">
            <ShownText text={title} />
          </strong>
          <CallStatus state={state} tool={tool} />
        </header>
      )}
      {!waiting && <DecisionNote tool={tool} />}
      {asked && (
        <ApprovalCard
          // Another question is another card.
          key={asked.approval_id}
          approval={asked}
          sentence={asked.question?.message ?? title}
          inDoubt={tool?.inDoubt === true && asked.question === undefined}
          open={waiting}
        />
      )}
      {state === 'running' && <Progress tool={tool} />}
      {state === 'cancelled' && <WhyNotRun {...{ tool, result, status }} />}
      {tool?.follow_up !== undefined && <p className="mr-tool-decision">{strings.background}</p>}
      {writing && <WritingInput input={input} arrived={arrived} />}
      {!writing && !waiting && <Facts input={input} problem={call.input_error} result={result} />}
      {tool?.revertible && status !== 'running' && <RevertButton runId={runId} tool={tool} />}
      {children}
    </div>
  );
});

/** What runs, or would have: a person's edit, or what the model asked for. */
function inputOf(call: ToolUseBlock, tool: RunTool | undefined): unknown {
  const edit = tool?.decision?.type === 'edit' ? tool.decision.edited_action?.args : undefined;
  return edit ?? call.input_text ?? call.input;
}

/** The call in a few words, from what of its input is there. */
function titleOf(name: string, input: unknown): string {
  const texts = Object.entries({ ...(typeof input === 'object' ? input : {}) }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return toolDescription(name, Object.fromEntries(texts)).slice(1, -1);
}

function DecisionNote({ tool }: { readonly tool: RunTool | undefined }) {
  const client = use(HitlContext);
  const { decision, decidedBy: by } = tool ?? {};
  if (decision === undefined) return null;
  const inDoubt = tool?.doubtedAt !== undefined;
  return (
    <p className="mr-tool-decision" dir="auto">
      {decisionLine({ decision, by, inDoubt }, client?.device())}
    </p>
  );
}

function WhyNotRun(call: NotRun) {
  const why = whyNotRun(call);
  return why === undefined ? null : <p className="mr-tool-decision">{why}</p>;
}

function Progress({ tool }: { readonly tool: RunTool | undefined }) {
  if (tool?.progress === undefined) return null;
  const { message, progress } = tool.progress;
  return (
    <p className="mr-tool-progress">
      <span dir="auto">{withEscapes(message)}</span>
      {progress !== null && (
        <>
          <progress value={progress} aria-label={strings.toolCall(tool.tool)} />
          {strings.percent(progress)}
        </>
      )}
    </p>
  );
}

/** The input while it is written, kept at its end. */
function WritingInput({ input, arrived }: { readonly input: unknown; readonly arrived: number }) {
  const body = useRef<HTMLDivElement>(null);
  const { onScroll } = useFollow(body, arrived);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <div className="mr-tool-body" ref={body} onScroll={onScroll} tabIndex={0}>
      {/* It grows in place, so it is drawn anew each time. */}
      <Arguments key={arrived} input={input} />
    </div>
  );
}

function Facts({
  input,
  problem,
  result,
}: {
  readonly input: unknown;
  readonly problem: string | undefined;
  readonly result: ToolResultBlock | undefined;
}) {
  return (
    <>
      {problem !== undefined && <p className="mr-tool-problem">{problem}</p>}
      <details className="mr-tool-facts">
        <summary>{result === undefined ? strings.input : strings.inputAndOutput}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div className="mr-tool-body" tabIndex={0}>
          <Arguments input={input} />
          {result !== undefined && (
            <pre className={result.is_error ? 'mr-tool-problem' : undefined} dir="auto">
              <ShownText text={printValue(result.content)} />
            </pre>
          )}
        </div>
      </details>
    </>
  );
}
