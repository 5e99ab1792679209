import { embedMarkdown } from '@millrace/engine/document';
import type { Editable } from '../draft/draft-field.ts';
import type { Reference } from '../draft/reference.ts';
import type { Clipboard } from './clipboard-payload.ts';
import type { Outcomes } from './create-pasting.ts';
import { readBeside } from './read-beside.ts';

/** Shows a long paste at once as code, and as what it is when it was read. */
export async function pasteLong(view: Editable, clipboard: Clipboard, outcomes: Outcomes): Promise<void> {
  const { plain } = clipboard;
  // Without a plain text there is nothing to show before it was read.
  const exchange = plain === '' ? undefined : outcomes.showForNow(view, unread(plain));
  outcomes.tell({ type: 'reading' }, exchange && (() => exchange()));
  const reading = await readBeside(clipboard.payload, outcomes.options().paste ?? {});
  const { pasted, attrs } = reading;
  outcomes.tell(undefined);
  if (exchange === undefined) outcomes.take(view, reading, clipboard);
  else if (pasted.type === 'text') exchange(pasted.markdown.replace(/\r\n?/g, '\n'));
  else if (pasted.type === 'embed' && attrs !== undefined) {
    if (!exchange(outcomes.show({ ...pasted, attrs }))) outcomes.tell(undefined);
  } else if (pasted.type === 'files') {
    // The text was only their names.
    exchange();
    outcomes.take(view, reading, clipboard);
  }
}

/** A text that nobody has read yet, as code. */
function unread(plain: string): Reference {
  const content = plain.replace(/\r\n?/g, '\n');
  const id = crypto.randomUUID();
  const attrs = { id, type: 'code', status: 'finished', contentRef: `stream:${id}` } as const;
  return { attrs, content, plain: content, markdown: embedMarkdown(attrs, content) };
}
