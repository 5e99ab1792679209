import type { EditorState } from '@codemirror/state';
import { parseMarkdown, renderHtml } from '@millrace/engine/markdown';
import { embedFlavours, type Flavours } from '../../../embeds/copy/embed-flavours.ts';
import { previewsOf, referencesOf, selectedPreview } from './draft-field.ts';
import { embedOf } from './reference.ts';

/**
 * The selection of a draft for the clipboard: a preview as in an answer, text with previews as the Markdown that would be sent.
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
  const markdown = references.expand(state.sliceDoc(from, to));
  return {
    'text/plain': markdown,
    'text/markdown': markdown,
    'text/html': renderHtml(parseMarkdown(markdown)),
  };
}
