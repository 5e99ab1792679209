import {
  Annotation,
  type EditorState,
  Facet,
  StateEffect,
  StateField,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';
import { blocksAfter, blocksOf } from './doc-blocks.ts';
import { enteredBlock, type PreviewGroup, previewGroups, type Range } from './preview-groups.ts';
import { createReferences, type References, referenceOf } from './reference.ts';

/** The blocks of a draft, the one that is text although it is closed, and the previews. */
export interface DraftState {
  readonly blocks: readonly DraftBlock[];
  readonly entered: Range | undefined;
  readonly groups: readonly PreviewGroup[];
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
/** Marks a change that is one step of the history together with those that follow from it. */
export const ownStep = Annotation.define<true>();
/** Marks a text that came from outside. */
export const fromOutside = Annotation.define<true>();

const NONE = createReferences();

/** The references of an editor. */
export const referencesOf = Facet.define<References, References>({
  combine: ([references]) => references ?? NONE,
});

/** The state of a draft: a function of the text, the selection and the block that was entered. While composing it is only moved. */
export const draftField = StateField.define<DraftState>({
  create: (state) => stateOf(state, blocksOf(state.doc).blocks, undefined, false, false),
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
    if (isComposing || isComposed(tr)) return moved(value, tr, entered, isComposing);
    const { blocks } = blocksAfter(tr.startState.doc, tr.changes, tr.newDoc);
    return stateOf(tr.state, blocks, entered, isComposing, tr.docChanged && !tr.annotation(fromOutside));
  },
});

/** Tells whether a change is a part of a composition. */
export function isComposed(tr: Transaction): boolean {
  return tr.isUserEvent('input.type.compose');
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
  // The text that stands for a reference is nothing to edit.
  const texts = blocks.filter((block) => referenceOf(block, references) === undefined);
  const entered = enteredBlock(texts, main, before, wasEdited);
  const kindOf = (block: DraftBlock): string => referenceOf(block, references)?.attrs.type ?? block.kind;
  return { blocks, entered, groups: previewGroups(state.doc, blocks, main, entered, kindOf), isComposing };
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
  return { blocks, groups, entered, isComposing };
}

/** A range where it stands behind a change. */
export function mapped<T extends Range>(tr: Transaction, range: T): T {
  const from = tr.changes.mapPos(range.from, 1);
  return { ...range, from, to: Math.max(from, tr.changes.mapPos(range.to, -1)) };
}

/** The blocks that previews stand for. */
export function previewsOf(state: EditorState): readonly DraftBlock[] {
  return state.field(draftField).groups.flatMap(({ blocks }) => blocks);
}

/** The preview that is selected: its text and nothing else is. */
export function selectedPreview(state: EditorState): DraftBlock | undefined {
  const { main } = state.selection;
  if (main.empty) return undefined;
  return previewsOf(state).find(({ from, to }) => from === main.from && to === main.to);
}
