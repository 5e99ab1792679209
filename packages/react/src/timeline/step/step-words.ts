import type { ReasoningItem, ToolCallItem } from '@millrace/engine';
import { subagentTitle } from '@millrace/engine/timeline';
import { nameAsWords } from '../../words/name-as-words.ts';
import type { Words } from '../../words/words-context.ts';
import type { StepDetails } from './step-details.ts';

const LONGEST_NAME = 48;

export interface StepWords {
  readonly title: string;
  readonly target: string | undefined;
}

/** Says in a few words what a call does and to what, for its current state. Pure. */
export function stepWords(strings: Words, item: ToolCallItem, details: StepDetails | undefined): StepWords {
  const title = details?.title ?? item.title ?? nameAsWords(item.toolName);
  const target = details?.target ?? targetIn(title, item.args);
  const bare =
    target !== undefined && title.endsWith(target) ? title.slice(0, -target.length).trimEnd() : title;
  // A title that is nothing but its target needs no second one.
  if (bare === '') return { title, target: undefined };
  const isOwn = (details?.title ?? item.title) !== undefined;
  return {
    title: strings.inTense(bare, tenseOf(item, details)),
    target: target ?? (isOwn ? undefined : likelyTarget(item.args)),
  };
}

/** Says how long a thought took, or its first line. Pure. */
export function thoughtTitle(
  strings: Words,
  { text, status }: ReasoningItem,
  { title, startedAt, endedAt }: StepDetails = {},
): string {
  if (title !== undefined) return title;
  if (status === 'running') return strings.thinking;
  if (startedAt !== undefined)
    return strings.thought(endedAt === undefined ? undefined : endedAt - startedAt);
  return text.trim().split('\n')[0] || strings.thoughtBriefly;
}

/** The name of a sub-agent, or what it was asked to do. Pure. */
export function agentName(item: ToolCallItem, details: StepDetails | undefined): string {
  const own = details?.title ?? item.title;
  return own === undefined || item.args['subagent_type'] !== undefined ? subagentTitle(item) : shorten(own);
}

/** A task or a command may be long; its name is its beginning. Pure. */
export function shorten(text: string): string {
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME).replace(/[\s:,.]+\S*$/u, '')}…`;
}

function tenseOf({ status }: ToolCallItem, details: StepDetails | undefined): 'plain' | 'doing' | 'did' {
  // A call that waits for its turn is not done yet.
  if (status === 'running') return details?.state === 'queued' ? 'plain' : 'doing';
  return status === 'completed' ? 'did' : 'plain';
}

const MOST = 200;

/** The longest argument with which the title ends. */
function targetIn(title: string, args: ToolCallItem['args']): string | undefined {
  return textsIn(args)
    .filter((text) => title.endsWith(text) && !/[\p{L}\p{N}]$/u.test(title.slice(0, -text.length)))
    .toSorted((a, b) => b.length - a.length)[0];
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' || value.length > MOST ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1));
}

const LIKELY = ['path', 'file_path', 'target_file', 'file', 'command', 'query', 'regex', 'url', 'channel'];

function likelyTarget(args: ToolCallItem['args']): string | undefined {
  const value = LIKELY.map((name) => args[name]).find((each) => typeof each === 'string' && each !== '');
  return typeof value === 'string' && value.length <= MOST && !value.includes('\n') ? value : undefined;
}
