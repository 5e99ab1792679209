import { isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  EditorSelection,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { type DraftBlock, draftBlocks, embedOf } from './draft-ranges.ts';
import { keepApart } from './keep-apart.ts';
import { enteredBlock, type PreviewGroup, previewGroups, type Range } from './preview-groups.ts';

/** The blocks of a draft, the one that is text although it is closed, and the previews. */
export interface DraftState {
  readonly blocks: readonly DraftBlock[];
  readonly entered: Range | undefined;
  readonly groups: readonly PreviewGroup[];
  readonly isComposing: boolean;
}

/** Enters the closed block at a position: it becomes text. */
export const enterBlock = StateEffect.define<number>();
/** Tells that a composition begins or is over. */
export const setComposing = StateEffect.define<boolean>();
/** Marks a text that came from outside. */
export const fromOutside = Annotation.define<true>();

const kinds = new Map<string, string>();

function kindOf(state: EditorState, { from, to }: Range): string {
  const source = state.sliceDoc(from, to);
  const kind = kinds.get(source) ?? embedOf(source, '')?.attrs.type ?? 'code';
  if (kinds.size > 500) kinds.clear();
  kinds.set(source, kind);
  return kind;
}

function stateOf(
  state: EditorState,
  entered: Range | undefined,
  isComposing: boolean,
  wasEdited: boolean,
): DraftState {
  const text = state.doc.toString();
  const blocks = draftBlocks(text);
  const { main } = state.selection;
  const inside = enteredBlock(blocks, main, entered, wasEdited);
  const groups = previewGroups(text, blocks, main, inside, (block) => kindOf(state, block));
  return { blocks, entered: inside, groups, isComposing };
}

/** The state of a draft: a function of the text, the selection and the block that was entered. While composing it is only moved. */
export const draftField = StateField.define<DraftState>({
  create: (state) => stateOf(state, undefined, false, false),
  update(value, tr) {
    let { isComposing, entered } = value;
    if (entered !== undefined)
      entered = { from: tr.changes.mapPos(entered.from, -1), to: tr.changes.mapPos(entered.to, 1) };
    let changed = tr.docChanged || tr.selection !== undefined;
    for (const effect of tr.effects) {
      if (effect.is(setComposing)) isComposing = effect.value;
      else if (effect.is(enterBlock)) entered = { from: effect.value, to: effect.value };
      else continue;
      changed = true;
    }
    if (!changed) return value;
    if (isComposing || tr.isUserEvent('input.type.compose')) return moved(value, tr, entered, isComposing);
    return stateOf(tr.state, entered, isComposing, tr.docChanged && !tr.annotation(fromOutside));
  },
});

function moved(
  value: DraftState,
  tr: Transaction,
  entered: Range | undefined,
  isComposing: boolean,
): DraftState {
  if (!tr.docChanged) return { ...value, entered, isComposing };
  const blocks = value.blocks.map((block) => mapped(tr, block));
  const groups = value.groups.map((group) => ({
    ...mapped(tr, group),
    blocks: group.blocks.map((block) => mapped(tr, block)),
  }));
  return { blocks, groups, entered, isComposing };
}

function mapped<T extends Range>(tr: Transaction, range: T): T {
  const from = tr.changes.mapPos(range.from, 1);
  return { ...range, from, to: Math.max(from, tr.changes.mapPos(range.to, -1)) };
}

/** The previews that a change does not reach into, where they stand behind it. */
function untouched(tr: Transaction): DraftBlock[] {
  const all = tr.startState.field(draftField).groups.flatMap(({ blocks }) => blocks);
  return all.flatMap((block) => {
    let isTouched = false;
    tr.changes.iterChangedRanges((from, to) => {
      if (from < block.to && to > block.from) isTouched = true;
    });
    return isTouched ? [] : [mapped(tr, block)];
  });
}

/** The preview that is selected: its text and nothing else is. */
export function selectedPreview(state: EditorState): DraftBlock | undefined {
  const { main } = state.selection;
  if (main.empty) return undefined;
  const all = state.field(draftField).groups.flatMap(({ blocks }) => blocks);
  return all.find(({ from, to }) => from === main.from && to === main.to);
}

function isRewound(tr: Transaction): boolean {
  return tr.isUserEvent('undo') || tr.isUserEvent('redo') || tr.annotation(fromOutside) === true;
}

/** What is typed beside a preview stays out of it; typed over a selected one, it goes behind it. */
const apart = EditorState.transactionFilter.of((tr) => {
  if (!tr.docChanged || isRewound(tr) || tr.isUserEvent('input.type.compose')) return tr;
  if (tr.startState.field(draftField).isComposing) return tr;
  const selected = tr.isUserEvent('input.type') ? selectedPreview(tr.startState) : undefined;
  if (selected !== undefined) return typedBehind(tr, selected);
  const breaks = keepApart(tr.newDoc.toString(), untouched(tr));
  return breaks.length === 0 ? tr : [tr, { changes: breaks, sequential: true }];
});

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
  const { groups, entered, isComposing } = tr.startState.field(draftField);
  const { main } = tr.newSelection;
  if (isComposing || (entered && entered.from <= main.from && main.to <= entered.to)) return tr;
  const all = groups.flatMap(({ blocks }) => blocks);
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
    tr.startState
      .field(draftField)
      .blocks.flatMap((block) => (block.closed ? [tr.changes.mapPos(block.from, 1)] : [])),
  );
  return draftBlocks(tr.newDoc.toString()).filter(({ closed, from }) => closed && !before.has(from));
}

/** The change that follows a change: the caret stands on a new line behind a block that was closed, and the last preview has one too. */
export function followUp(tr: Transaction): TransactionSpec | undefined {
  const { state } = tr;
  const { entered, isComposing, groups } = state.field(draftField);
  if (isComposing || tr.isUserEvent('input.type.compose')) return undefined;
  const ended = tr.effects.some((effect) => effect.is(setComposing));
  if (ended) {
    const kept = tr.startState.field(draftField).groups.flatMap(({ blocks }) => blocks);
    const breaks = keepApart(state.doc.toString(), kept);
    if (breaks.length > 0) return { changes: breaks };
  }
  const { main } = state.selection;
  if (tr.docChanged && tr.isUserEvent('input') && main.empty) {
    const block = justClosed(tr).find(({ to }) => to === main.head);
    if (block?.kind === 'code' || (block?.kind === 'url' && /[ \t]$/.test(state.sliceDoc(0, block.to))))
      return newLine(state, block);
  }
  const last = groups.at(-1);
  if (entered === undefined && last?.to === state.doc.length && last.to > 0)
    return {
      changes: { from: last.to, insert: '\n' },
      ...(main.empty && main.head === last.to && { selection: { anchor: last.to + 1 } }),
      annotations: Transaction.addToHistory.of(false),
      filter: false,
    };
  return undefined;
}

/** Puts the caret on a new line behind a block; an empty one that is there is taken. */
function newLine(state: EditorState, { to, kind }: DraftBlock): TransactionSpec {
  const from = kind === 'url' ? to - 1 : to;
  const next = to < state.doc.length ? state.doc.lineAt(to + 1) : undefined;
  const isFree = kind === 'code' && next?.text === '';
  return {
    ...(!isFree && { changes: { from, to, insert: '\n' } }),
    selection: EditorSelection.cursor(from + 1),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.close',
    filter: false,
  };
}

/** The laws of a draft, for an editor's state. */
export const draftLaws: Extension = [draftField, apart, wholePreviews, isolated];
