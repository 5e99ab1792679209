import type { MessageRecord } from '@millrace/engine/run';
import { foldText } from './fold-text.ts';

/** A message as it is searched: the words that a person reads, and the code in it. */
export interface IndexedMessage {
  readonly chatId: string;
  readonly id: string;
  readonly role: MessageRecord['role'];
  readonly ts: number;
  readonly prose: string;
  /** Empty when there is none. */
  readonly code: string;
  /** Both, to compare with. */
  readonly folded: string;
}

/** Pure. */
export function indexMessage(chatId: string, { id, role, ts, text }: MessageRecord): IndexedMessage {
  const [prose, code] = splitCode(text);
  return { chatId, id, role, ts, prose, code, folded: foldText(`${prose}\n${code}`) };
}

/** The words of a Markdown text without the signs that are not read, and the lines of its fences. */
function splitCode(text: string): readonly [prose: string, code: string] {
  const parts: [prose: string[], code: string[]] = [[], []];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined;
    else if (fence !== undefined) parts[1].push(line);
    else parts[0].push(line.replace(/^\s*#{1,6} |\*\*|`/g, ''));
  }
  return [parts[0].join('\n').trim(), parts[1].join('\n').trim()];
}
