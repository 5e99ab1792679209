import {
  Annotation,
  type EditorState,
  Facet,
  StateEffect,
  StateField,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { DraftBlock, DraftBlocks } from '@millrace/engine/document';
import { AT_ONCE, blocksAfter, blocksOf, moreBlocks } from './doc-blocks.ts';
import { firstTo, startingAt } from './find-block.ts';
import { enteredBlock, type PreviewGroup, previewGroups, type Range } from './preview-groups.ts';
import { createReferences, type References, referenceOf, tokenStarts } from './reference.ts';

/** The blocks of a draft, the one that is text although it is closed, and the previews. */
export interface DraftState {
  readonly blocks: readonly DraftBlock[];
  readonly entered: Range | undefined;
  readonly groups: readonly PreviewGroup[];
  /** The blocks that previews stand for. */
  readonly previews: readonly DraftBlock[];
  readonly isComposing: boolean;
}

/** The part of an editor that is needed to change its text. */
export interface Editable {
  readonly state: EditorState;
  dispatch(change: TransactionSpec): void;
}

/** Enters the closed block at a position: it becomes text. */
export const enterBlock = StateEffect.define<number>();
/** Tells that a composition begins or is over. */
export const setComposing = StateEffect.define<boolean>();
/** Reads on in a long text, from a place on. */
export const readOn = StateEffect.define<number>();
/** Marks a change that is one step of the history together with those that follow from it. */
export const ownStep = Annotation.define<true>();
/** Marks a text that came from outside. */
export const fromOutside = Annotation.define<true>();

const NONE = createReferences();

/** The references of an editor. */
export const referencesOf = Facet.define<References, References>({
  combine: ([references]) => references ?? NONE,
});

/** How many characters of a text are read at once. */
export const readAtOnce = Facet.define<number, number>({ combine: ([most]) => most ?? AT_ONCE });

/** The state of a draft: a function of the text, the selection and the block that was entered. While composing it is only moved. */
export const draftField = StateField.define<DraftState>({
  create: (state) =>
    stateOf(state, blocksOf(state.doc, state.facet(readAtOnce)).blocks, undefined, false, false),
  update(value, tr) {
    let { isComposing, entered } = value;
    if (entered !== undefined)
      entered = { from: tr.changes.mapPos(entered.from, -1), to: tr.changes.mapPos(entered.to, 1) };
    let changed = tr.docChanged || tr.selection !== undefined;
    // A block that was read with the caret in it is still text.
    let wasEdited = tr.docChanged && !tr.annotation(fromOutside);
    let endsComposition = false;
    for (const effect of tr.effects) {
      if (effect.is(setComposing)) {
        isComposing = effect.value;
        endsComposition = !isComposing;
      } else if (effect.is(enterBlock)) entered = { from: effect.value, to: effect.value };
      else if (effect.is(readOn)) {
        moreBlocks(tr.newDoc);
        wasEdited ||= tr.newSelection.main.from > effect.value;
      } else continue;
      changed = true;
    }
    if (!changed) return value;
    const { blocks } = blocksBehind(tr, value);
    if (isComposing || isComposed(tr)) return moved(value, tr, entered, isComposing);
    // A composition may have made a block around the caret: the next letter would take the place of its preview.
    wasEdited ||= endsComposition && isWithin(blocks, tr.newSelection.main.head);
    return stateOf(tr.state, blocks, entered, isComposing, wasEdited);
  },
});

/** Tells whether a place is in a block and not at its edge. */
function isWithin(blocks: readonly DraftBlock[], at: number): boolean {
  const block = blocks[firstTo(blocks, at)];
  return block !== undefined && block.from < at && at < block.to;
}

/** Reads a text to a place. */
export function readUpTo(view: Editable, place: number): void {
  for (;;) {
    const { unread } = blocksOf(view.state.doc);
    if (unread === undefined || unread.start > place) return;
    view.dispatch({ effects: readOn.of(unread.start) });
  }
}

/** Tells whether a change is a part of a composition. */
export function isComposed(tr: Transaction): boolean {
  return tr.isUserEvent('input.type.compose');
}

/** The blocks behind a change. A text that stands for a reference is always read: it must not be taken for text. */
export function blocksBehind(tr: Transaction, { previews }: DraftState): DraftBlocks {
  let found = blocksAfter(tr.startState.doc, tr.changes, tr.newDoc);
  const references = tr.startState.facet(referencesOf);
  if (found.unread === undefined || references.isEmpty) return found;
  let last = -1;
  for (const block of previews)
    if (referenceOf(block, references) !== undefined) last = Math.max(last, tr.changes.mapPos(block.from, 1));
  tr.changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    last = Math.max(last, ...tokenStarts(tr.newDoc, fromB, toB));
  });
  while (found.unread !== undefined && found.unread.start <= last) found = moreBlocks(tr.newDoc);
  return found;
}

function stateOf(
  state: EditorState,
  blocks: readonly DraftBlock[],
  before: Range | undefined,
  isComposing: boolean,
  wasEdited: boolean,
): DraftState {
  const { main } = state.selection;
  const references = state.facet(referencesOf);
  const at = blocks[firstTo(blocks, main.to)];
  // The text that stands for a reference is nothing to edit.
  const isText = at !== undefined && referenceOf(at, references) === undefined;
  const entered = isText ? enteredBlock(at, main, before, wasEdited) : undefined;
  const kindOf = (block: DraftBlock): string => referenceOf(block, references)?.attrs.type ?? block.kind;
  const previews = blocks.filter(({ closed, from }) => closed && from !== entered?.from);
  const groups = previewGroups(state.doc, previews, main, kindOf);
  return { blocks, entered, groups, previews, isComposing };
}

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
  const previews = groups.flatMap((group) => group.blocks);
  return { blocks, groups, previews, entered, isComposing };
}

/** A range where it stands behind a change. */
export function mapped<T extends Range>(tr: Transaction, range: T): T {
  const from = tr.changes.mapPos(range.from, 1);
  return { ...range, from, to: Math.max(from, tr.changes.mapPos(range.to, -1)) };
}

/** The blocks that previews stand for. */
export function previewsOf(state: EditorState): readonly DraftBlock[] {
  return state.field(draftField).previews;
}

/** The preview that is selected: its text and nothing else is. */
export function selectedPreview(state: EditorState): DraftBlock | undefined {
  const { main } = state.selection;
  if (main.empty) return undefined;
  const found = startingAt(previewsOf(state), main.from);
  return found?.to === main.to ? found : undefined;
}
