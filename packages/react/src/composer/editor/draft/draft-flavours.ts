import type { EditorState } from '@codemirror/state';
import { parseMarkdown, renderHtml } from '@millrace/engine/markdown';
import { embedFlavours, type Flavours } from '../../../embeds/copy/embed-flavours.ts';
import { previewsOf, referencesOf, selectedPreview } from './draft-field.ts';
import { embedOf } from './reference.ts';

/** A longer text has no HTML. */
const LONG = 200_000;

/**
 * The selection of a draft for the clipboard: a preview as in an answer, text with previews as the Markdown that would be sent.
 * Our own type holds one embed and nothing around it, so a selection with text has none: pasted back here it has its references again.
 * Undefined when the text as it stands is all there is to copy.
 */
export function draftFlavours(state: EditorState): Flavours | undefined {
  const references = state.facet(referencesOf);
  const selected = selectedPreview(state);
  if (selected !== undefined) {
    const { attrs, content } = embedOf(selected, references, 'draft');
    return embedFlavours(attrs, content);
  }
  const { from, to } = state.selection.main;
  if (!previewsOf(state).some((block) => from <= block.from && block.to <= to)) return undefined;
  const markdown = references.copied(state.sliceDoc(from, to));
  return {
    'text/plain': markdown,
    'text/markdown': markdown,
    // To make HTML of megabytes would stop the page, and every program reads the text.
    ...(markdown.length <= LONG && { 'text/html': renderHtml(parseMarkdown(markdown)) }),
  };
}
