import { isolateHistory } from '@codemirror/commands';
import {
  EditorSelection,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';
import { blocksAfter, blocksOf } from './doc-blocks.ts';
import {
  draftField,
  enterBlock,
  fromOutside,
  isComposed,
  mapped,
  previewsOf,
  referencesOf,
  selectedPreview,
  setComposing,
} from './draft-field.ts';
import { keepApart } from './keep-apart.ts';
import type { Range } from './preview-groups.ts';

function isRewound(tr: Transaction): boolean {
  return tr.isUserEvent('undo') || tr.isUserEvent('redo') || tr.annotation(fromOutside) === true;
}

/** What is written beside a preview stays out of it; written over a selected one, it goes behind it. */
const apart = EditorState.transactionFilter.of((tr) => {
  if (!tr.docChanged || isRewound(tr) || isComposed(tr)) return tr;
  const { startState } = tr;
  if (startState.field(draftField).isComposing) return tr;
  const selected = tr.isUserEvent('input.type') ? selectedPreview(startState) : undefined;
  if (selected !== undefined) return typedBehind(tr, selected);
  blocksAfter(startState.doc, tr.changes, tr.newDoc);
  const breaks = keepApart(tr.newDoc, untouched(tr));
  return breaks.length === 0 ? tr : [tr, { changes: breaks, sequential: true }];
});

/** The previews that a change does not reach into, where they stand behind it. */
function untouched(tr: Transaction): DraftBlock[] {
  return previewsOf(tr.startState).flatMap((block) => {
    const touched = tr.changes.touchesRange(block.from, block.to);
    if (touched === 'cover' || (touched && reachesInto(tr, block))) return [];
    return [mapped(tr, block)];
  });
}

function reachesInto(tr: Transaction, block: Range): boolean {
  let reaches = false;
  tr.changes.iterChangedRanges((from, to) => {
    if (from < block.to && to > block.from) reaches = true;
  });
  return reaches;
}

function typedBehind(tr: Transaction, { to }: Range): TransactionSpec {
  let typed = '';
  tr.changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    typed += inserted.toString();
  });
  return {
    changes: { from: to, insert: `\n${typed}` },
    selection: { anchor: to + 1 + typed.length },
    userEvent: 'input.type',
    filter: false,
  };
}

/** A caret that would stand in a preview selects it instead; a selection takes all of it. */
const wholePreviews = EditorState.transactionFilter.of((tr) => {
  if (tr.docChanged || tr.selection === undefined || tr.effects.some((effect) => effect.is(enterBlock)))
    return tr;
  const { entered, isComposing } = tr.startState.field(draftField);
  const { main } = tr.newSelection;
  if (isComposing || (entered && entered.from <= main.from && main.to <= entered.to)) return tr;
  const all = previewsOf(tr.startState);
  if (main.empty) {
    const block = all.find(({ from, to }) => from <= main.head && main.head <= to);
    return block === undefined ? tr : [tr, { selection: { anchor: block.from, head: block.to } }];
  }
  const [first, last] = [main.from, main.to].map((at) => all.find(({ from, to }) => from < at && at < to));
  if (first === undefined && last === undefined) return tr;
  const [from, to] = [first?.from ?? main.from, last?.to ?? main.to];
  const selection = main.anchor <= main.head ? { anchor: from, head: to } : { anchor: to, head: from };
  return [tr, { selection }];
});

/** A change that closes a block is a step of its own: one undo returns the text. */
const isolated = EditorState.transactionExtender.of((tr) => {
  if (!tr.docChanged || isRewound(tr) || !tr.isUserEvent('input')) return null;
  return justClosed(tr).length === 0 ? null : { annotations: isolateHistory.of('before') };
});

function justClosed(tr: Transaction): readonly DraftBlock[] {
  const before = new Set(
    blocksOf(tr.startState.doc).blocks.flatMap(({ closed, from }) =>
      closed ? [tr.changes.mapPos(from, 1)] : [],
    ),
  );
  const { blocks } = blocksAfter(tr.startState.doc, tr.changes, tr.newDoc);
  return blocks.filter(({ closed, from }) => closed && !before.has(from));
}

/** The changes of a draft, each with the one that follows from it: what an editor applies. */
export function withFollowUps(transactions: readonly Transaction[]): readonly Transaction[] {
  const all = [...transactions];
  // One change makes room for the caret, another one for the line below the last preview.
  for (let left = 3; left > 0; left--) {
    const last = all.at(-1);
    const next = last && followUp(last);
    if (last === undefined || next === undefined) break;
    all.push(last.state.update(next));
  }
  return all;
}

/** The change that follows a change. */
function followUp(tr: Transaction): TransactionSpec | undefined {
  const { state } = tr;
  if (state.field(draftField).isComposing || isComposed(tr)) return undefined;
  return afterComposition(tr) ?? inFull(tr) ?? behindClosed(tr) ?? lastLine(state);
}

/** What was composed beside a preview stays out of it. */
function afterComposition(tr: Transaction): TransactionSpec | undefined {
  if (!tr.effects.some((effect) => effect.is(setComposing))) return undefined;
  const breaks = keepApart(tr.state.doc, previewsOf(tr.startState));
  return breaks.length === 0 ? undefined : { changes: breaks };
}

/** A reference that is no preview any more, because a fence was opened above it, is there in full. */
function inFull(tr: Transaction): TransactionSpec | undefined {
  if (!tr.docChanged) return undefined;
  const { state, startState } = tr;
  const references = state.facet(referencesOf);
  const shown = new Set(state.field(draftField).blocks.flatMap(({ closed, from }) => (closed ? [from] : [])));
  const changes = blocksOf(startState.doc).blocks.flatMap((block) => {
    const { from, to } = mapped(tr, block);
    const text =
      block.kind === 'code' && !shown.has(from) ? state.sliceDoc(from, Math.min(to, from + 70)) : '';
    const reference = text === '' ? undefined : references.get(text);
    return reference === undefined ? [] : [{ from, to, insert: reference.markdown }];
  });
  return changes.length === 0 ? undefined : { changes, filter: false };
}

/** The caret goes to a new line behind a block that was closed at it. */
function behindClosed(tr: Transaction): TransactionSpec | undefined {
  const { state } = tr;
  const { main } = state.selection;
  if (!tr.docChanged || !tr.isUserEvent('input') || !main.empty) return undefined;
  const block = justClosed(tr).find(({ to }) => to === main.head);
  if (block === undefined || block.kind === 'sheet') return undefined;
  const line = state.doc.lineAt(block.to);
  // The space that closed an address becomes the break; an empty line that is there is taken.
  const spaces = /[ \t]*$/.exec(line.text)?.[0].length ?? 0;
  const from = block.source?.type === 'url' ? block.to - spaces : block.to;
  const isFree =
    from === block.to && line.number < state.doc.lines && state.doc.line(line.number + 1).length === 0;
  return {
    ...(!isFree && { changes: { from, to: block.to, insert: '\n' } }),
    selection: EditorSelection.cursor(from + 1),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.close',
    filter: false,
  };
}

/** There is a line to write on behind the last preview. */
function lastLine(state: EditorState): TransactionSpec | undefined {
  const { groups } = state.field(draftField);
  const { main } = state.selection;
  const last = groups.at(-1);
  if (last?.to !== state.doc.length) return undefined;
  return {
    changes: { from: last.to, insert: '\n' },
    ...(main.empty && main.head === last.to && { selection: { anchor: last.to + 1 } }),
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  };
}

/** The laws of a draft, for an editor's state. */
export const draftLaws: Extension = [draftField, apart, wholePreviews, isolated];
