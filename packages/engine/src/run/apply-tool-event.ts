import type { FeedbackImage, HitlDecision } from '../approval/hitl-decision.ts';
import type {
  ApprovalRequest,
  CallEmbed,
  ChangedLines,
  FoldKind,
  MadeChange,
  ProposedChange,
  ShownFile,
  ToolEvent,
  ToolProgress,
} from './run-events.ts';

/** The state of a tool call. */
export type RunToolStatus = 'waiting' | 'decided' | 'running' | 'done' | 'uncertain';

/** The state of one tool call, apart from its input and its result, which are blocks of the message. */
export interface RunTool {
  readonly tool_use_id: string;
  readonly tool: string;
  readonly status: RunToolStatus;
  /** The sub-agent that made the call. */
  readonly span_id?: string;
  /** The input that really runs: the model's, or the one that a person changed. */
  readonly input?: unknown;
  /** The key of the call, when another run began it. */
  readonly key?: string;
  /** The tool's own description of the call; gone when a person changed the input. */
  readonly title?: string | undefined;
  /** The number of times it was begun. */
  readonly begun?: number;
  /** When it was last begun. */
  readonly started_at?: number;
  /** When it was over. */
  readonly ended_at?: number;
  /** Milliseconds since it was last begun in which it waited for a person or for a worker. */
  readonly paused_ms?: number;
  /** When it began to wait for a person; undefined while it works. */
  readonly paused_since?: number | undefined;
  /** True when it may have run, but nobody knows. */
  readonly in_doubt?: boolean;
  /** The time since when it is in doubt. */
  readonly doubted_at?: number;
  /** How often a person was asked. */
  readonly asked?: number;
  readonly progress?: ToolProgress;
  readonly approval?: ApprovalRequest;
  readonly decision?: HitlDecision;
  /** The device that decided. */
  readonly decided_by?: string;
  /** The name of that device. */
  readonly decided_from?: string | undefined;
  /** The run that continues it. */
  readonly follow_up?: string;
  /** True when its tool can undo it. */
  readonly revertible?: boolean;
  /** The question that its tool asks right now, while it runs. */
  readonly question?: ApprovalRequest | undefined;
  /** The person's answer to the last question of its tool. */
  readonly answer?: { readonly approval_id: string; readonly decision: HitlDecision };
  /** The embed that is shown for it: the request while it runs, then the result. Gone when there is nothing to show. */
  readonly embed?: CallEmbed | undefined;
  /** The images that the model sees beside the result. */
  readonly images?: readonly FeedbackImage[];
  /** The files that it has made or seen. */
  readonly shown?: readonly ShownFile[];
  /** How many lines it has changed. */
  readonly changed?: ChangedLines;
  /** The changes that it has made in files. */
  readonly change?: MadeChange;
  /** The changes that the person was asked about; gone when they were made as they were asked. */
  readonly asked_change?: ProposedChange | undefined;
  /** How a group counts it when it is folded. */
  readonly folds?: FoldKind;
  /** True when the call was undone; false when undoing it failed. */
  readonly reverted?: boolean;
}

/** Folds one event about a tool call into the calls of a run. Pure. */
export function applyToolEvent(
  tools: ReadonlyMap<string, RunTool>,
  event: ToolEvent & { readonly ts: number; readonly span_id?: string },
): ReadonlyMap<string, RunTool> {
  const id = event.tool_use_id;
  const known: RunTool = tools.get(id) ?? {
    tool_use_id: id,
    tool: 'tool' in event ? event.tool : '',
    status: 'running',
    ...(event.span_id !== undefined && { span_id: event.span_id }),
  };
  return new Map(tools).set(id, { ...known, ...change(known, event) });
}

function change(known: RunTool, event: ToolEvent & { readonly ts: number }): Partial<RunTool> {
  switch (event.type) {
    case 'tool_start': {
      const { tool, input, key, embed, title, folds, ts: started_at } = event;
      return {
        status: 'running',
        tool,
        input,
        begun: (known.begun ?? 0) + 1,
        started_at,
        ...(known.paused_ms !== undefined && { paused_ms: 0, paused_since: undefined }),
        ...closed(known),
        ...(title !== undefined && { title }),
        ...(key !== undefined && { key }),
        ...(embed !== undefined && { embed }),
        ...(folds !== undefined && { folds }),
        ...(known.in_doubt && { in_doubt: false }),
      };
    }
    case 'tool_progress':
      return { progress: event };
    case 'tool_complete':
      return {
        status: 'done',
        ended_at: event.ts,
        ...closed(known),
        ...(event.follow_up !== undefined && { follow_up: event.follow_up }),
        ...(event.revertible && { revertible: true }),
        ...(event.images !== undefined && { images: event.images }),
        ...(event.shown !== undefined && { shown: event.shown }),
        ...(event.changed !== undefined && { changed: event.changed }),
        ...(event.change !== undefined && { change: event.change }),
        ...(event.change !== undefined && isAsAsked(known) && { asked_change: undefined }),
        ...(known.embed !== event.embed && { embed: event.embed }),
      };
    case 'tool_uncertain':
      return { status: 'uncertain', in_doubt: true, doubted_at: event.ts, ...closed(known) };
    case 'approval_request': {
      const asked = (known.asked ?? 0) + 1;
      if (event.question !== undefined) return { status: 'waiting', question: event, asked };
      const { tool, input, title } = event;
      return {
        status: 'waiting',
        tool,
        input,
        approval: event,
        asked,
        ...(title !== undefined && { title }),
      };
    }
    case 'approval_decision': {
      const { approval_id, decision, by: decided_by, from: decided_from } = event;
      if (known.question?.approval_id === approval_id)
        return { status: 'running', question: undefined, answer: { approval_id, decision } };
      return {
        status: 'decided',
        decision,
        decided_by,
        ...askedChange(known),
        // A call can be decided twice, when nobody knows whether it ran: the name is that of the last.
        ...((decided_from !== undefined || known.decided_from !== undefined) && { decided_from }),
        ...(decision.type === 'edit' && { title: undefined }),
      };
    }
    case 'approval_withdrawn':
      return known.question?.approval_id === event.approval_id
        ? { status: 'running', question: undefined }
        : {};
    case 'revert':
      return { reverted: event.ok };
  }
}

/** The first question shows what the model asked for: a later one is about what the person made of it. */
function askedChange({ approval, asked_change }: RunTool): Pick<RunTool, 'asked_change'> {
  const change = asked_change ?? approval?.change;
  return change === undefined ? {} : { asked_change: change };
}

/** Tells whether a call runs as the model asked for it. */
function isAsAsked({ asked_change, approval, decision }: RunTool): boolean {
  return asked_change !== undefined && decision?.type !== 'edit' && approval?.change === asked_change;
}

/** A call that was begun again, is over or is in doubt has no open question. */
function closed({ question }: RunTool): Pick<RunTool, 'question'> {
  return question === undefined ? {} : { question: undefined };
}
