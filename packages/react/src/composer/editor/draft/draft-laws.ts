import { history, isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  EditorSelection,
  EditorState,
  type Extension,
  type Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';
import {
  blocksBehind,
  draftField,
  enterBlock,
  fromOutside,
  isComposed,
  mapped,
  ownStep,
  previewsOf,
  referencesOf,
  selectedPreview,
  setComposing,
} from './draft-field.ts';
import { exchangedBlocks, firstTo, startingAt } from './find-block.ts';
import { heldPlaces } from './hold-place.ts';
import { keepApart } from './keep-apart.ts';
import type { Range } from './preview-groups.ts';
import { fullText, type Reference, referenceOf, tokenAt, tokenStarts } from './reference.ts';

/** Marks a change that belongs to the one before it. */
const followsUp = Annotation.define<true>();

function isRewound(tr: Transaction): boolean {
  return tr.isUserEvent('undo') || tr.isUserEvent('redo') || tr.annotation(fromOutside) === true;
}

/** Text that is written beside a preview stays out of it; written over a selected one, it goes behind it. */
const apart = EditorState.transactionFilter.of((tr) => {
  if (!tr.docChanged || isRewound(tr) || isComposed(tr)) return tr;
  const { startState } = tr;
  if (startState.field(draftField).isComposing) return tr;
  const selected = tr.isUserEvent('input.type') ? selectedPreview(startState) : undefined;
  if (selected !== undefined) return typedBehind(tr, selected);
  const wide = widened(tr);
  if (wide !== undefined) return wide;
  blocksBehind(tr, startState.field(draftField));
  const breaks = keepApart(tr.newDoc, untouched(tr), tr.changes.mapPos(extentOf(tr).to, 1));
  return breaks.length === 0 ? tr : [tr, { changes: breaks, sequential: true }];
});

/** The part of the old text in which a change changes something. */
function extentOf({ changes }: Transaction): Range {
  let [from, to] = [changes.length, 0];
  changes.iterChangedRanges((fromA, toA) => {
    from = Math.min(from, fromA);
    to = Math.max(to, toA);
  });
  return { from, to };
}

/** The previews that a change does not reach into, from the last one before it on, where they stand behind it. */
function* untouched(tr: Transaction): Iterable<DraftBlock> {
  const previews = previewsOf(tr.startState);
  for (let i = Math.max(0, firstTo(previews, extentOf(tr).from) - 1); i < previews.length; i++) {
    const block = previews[i];
    if (block === undefined) return;
    const touched = tr.changes.touchesRange(block.from, block.to);
    if (touched !== 'cover' && !(touched && reachesInto(tr, block))) yield mapped(tr, block);
  }
}

function reachesInto(tr: Transaction, block: Range): boolean {
  let reaches = false;
  tr.changes.iterChangedRanges((from, to) => {
    if (from < block.to && to > block.from) reaches = true;
  });
  return reaches;
}

/** A change that takes a part of a preview takes all of it. */
function widened(tr: Transaction): TransactionSpec | undefined {
  const previews = previewsOf(tr.startState);
  const changes: { from: number; to: number; insert: Text }[] = [];
  let isWider = false;
  tr.changes.iterChanges((fromA, toA, _fromB, _toB, insert) => {
    const [first, last] = [previews[firstTo(previews, fromA + 1)], previews[firstTo(previews, toA)]];
    const from = first !== undefined && toA > first.from ? Math.min(fromA, first.from) : fromA;
    const to = last !== undefined && toA > last.from && fromA < last.to ? last.to : toA;
    if (from < fromA || to > toA) isWider = true;
    changes.push({ from, to, insert });
  });
  if (!isWider) return undefined;
  const last = changes.at(-1);
  return {
    changes,
    ...(changes.length === 1 && last && { selection: { anchor: last.from + last.insert.length } }),
    userEvent: 'delete',
    filter: false,
  };
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
  const [first, last] = [main.from, main.to].map((at) => {
    const block = all[firstTo(all, at)];
    const isIn = block !== undefined && (main.empty ? block.from <= at : block.from < at && at < block.to);
    return isIn ? block : undefined;
  });
  if (main.empty)
    return first === undefined ? tr : [tr, { selection: { anchor: first.from, head: first.to } }];
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
  const { old, now } = exchangedBlocks(tr);
  const before = new Set(old.flatMap(({ closed, from }) => (closed ? [tr.changes.mapPos(from, 1)] : [])));
  return now.filter(({ closed, from }) => closed && !before.has(from));
}

/** The changes of a draft, each with the one that follows from it: what an editor applies. */
export function withFollowUps(transactions: readonly Transaction[]): readonly Transaction[] {
  const all = [...transactions];
  // One change keeps what was composed apart, one makes room for the caret, another one for the line below the last preview.
  for (let left = 5; left > 0; left--) {
    const last = all.at(-1);
    const next = last && followUp(last);
    if (last === undefined || next === undefined) break;
    all.push(last.state.update(next, { annotations: Transaction.time.of(timeOf(last)) }));
  }
  const end = all.at(-1);
  if (end !== undefined && transactions.some((tr) => tr.annotation(ownStep)))
    all.push(end.state.update({ annotations: isolateHistory.of('after') }));
  return all;
}

/**
 * When a change was made, for the one that follows it: by the clock of a busy device they would be two steps of the history, and an undo of
 * the second one would make it again. The end of a composition may come long after what was composed: it has no time.
 */
function timeOf(tr: Transaction): number {
  return endsComposition(tr) ? 0 : (tr.annotation(Transaction.time) ?? 0);
}

/** The change that follows a change. */
function followUp(tr: Transaction): TransactionSpec | undefined {
  const { state } = tr;
  if (state.field(draftField).isComposing || isComposed(tr)) return undefined;
  return afterComposition(tr) ?? referencesInFull(tr) ?? sheetsApart(tr) ?? behindClosed(tr) ?? lastLine(tr);
}

function endsComposition(tr: Transaction): boolean {
  return tr.effects.some((effect) => effect.is(setComposing) && !effect.value);
}

/** Text that was composed beside a preview stays out of it. */
function afterComposition(tr: Transaction): TransactionSpec | undefined {
  if (!endsComposition(tr)) return undefined;
  const breaks = keepApart(tr.state.doc, previewsOf(tr.startState), tr.state.doc.length);
  // The references are looked at behind these breaks too.
  return breaks.length === 0 ? undefined : { changes: breaks, effects: setComposing.of(false) };
}

/** A reference that is no preview, because a fence is open above it, or that gets a name from above, is there in full. */
function referencesInFull(tr: Transaction): TransactionSpec | undefined {
  const { state } = tr;
  const references = state.facet(referencesOf);
  if ((!tr.docChanged && !endsComposition(tr)) || references.isEmpty) return undefined;
  const { blocks } = state.field(draftField);
  const changes = tokensIn(tr).flatMap((from) => {
    const token = tokenAt(state.doc, from);
    const reference = token === undefined ? undefined : references.get(token);
    if (token === undefined || reference === undefined) return [];
    const to = from + token.length;
    const block = startingAt(blocks, from);
    if (block?.closed && block.to === to && !isNamed(state, from, reference)) return [];
    return [{ from, to, insert: fullText(state.doc, { from, to }, reference) }];
  });
  // It is one step of the history with the change that it follows.
  return changes.length === 0 ? undefined : { changes, annotations: followsUp.of(true), filter: false };
}

/** An empty line stands above and below a reference to a table, as it will stand around the table. */
function sheetsApart(tr: Transaction): TransactionSpec | undefined {
  const { doc } = tr.state;
  const references = tr.state.facet(referencesOf);
  if (!tr.docChanged || references.isEmpty) return undefined;
  const changes = tokensIn(tr).flatMap((from) => {
    const token = tokenAt(doc, from) ?? '';
    if (references.get(token)?.attrs.type !== 'sheet') return [];
    const [above, below] = [doc.lineAt(from).number - 1, doc.lineAt(from + token.length).number + 1];
    const isFree = (line: number): boolean =>
      line < 1 || line > doc.lines || doc.line(line).text.trim() === '';
    return [
      ...(isFree(above) ? [] : [{ from, insert: '\n' }]),
      ...(isFree(below) ? [] : [{ from: from + token.length, insert: '\n' }]),
    ];
  });
  return changes.length === 0 ? undefined : { changes, annotations: followsUp.of(true), filter: false };
}

/** Tells whether a comment above a table gives it a name: only the parser knows which. */
function isNamed({ doc }: EditorState, from: number, { attrs }: Reference): boolean {
  return attrs.type === 'sheet' && /-->\s*$/.test(doc.sliceString(Math.max(0, from - 100), from));
}

/** The places at which a reference may stand after a change: where one stood, and where one came with the change. */
function tokensIn(tr: Transaction): readonly number[] {
  const found = new Set<number>();
  const references = tr.state.facet(referencesOf);
  // Until a composition ends nothing becomes of what it opened or closed.
  const { old } = endsComposition(tr) ? { old: previewsOf(tr.startState) } : exchangedBlocks(tr, 1);
  for (const block of old)
    if (block.closed && referenceOf(block, references) !== undefined)
      found.add(tr.changes.mapPos(block.from, 1));
  tr.changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    for (const at of tokenStarts(tr.newDoc, fromB, toB)) found.add(at);
  });
  return [...found].sort((a, b) => a - b);
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
  const spaces = line.length - line.text.trimEnd().length;
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

/** There is a line to write on behind the last preview. It goes with the change that made the preview the last one. */
function lastLine(tr: Transaction): TransactionSpec | undefined {
  const { state } = tr;
  const { groups } = state.field(draftField);
  const { main } = state.selection;
  const last = groups.at(-1);
  if (last?.to !== state.doc.length) return undefined;
  return {
    changes: { from: last.to, insert: '\n' },
    ...(main.empty && main.head === last.to && { selection: { anchor: last.to + 1 } }),
    // Nobody wrote it, so a caret before the preview does not enter it.
    annotations: [isStep(tr) ? followsUp.of(true) : Transaction.addToHistory.of(false), fromOutside.of(true)],
    filter: false,
  };
}

/** Tells whether the history takes a change as a new one. */
function isStep(tr: Transaction): boolean {
  return tr.docChanged && !isRewound(tr) && tr.annotation(Transaction.addToHistory) !== false;
}

/** The laws of a draft and its history, for an editor's state. */
export const draftLaws: Extension = [
  draftField,
  heldPlaces,
  apart,
  wholePreviews,
  isolated,
  history({ joinToEvent: (tr, isNext) => isNext || tr.annotation(followsUp) === true }),
];
