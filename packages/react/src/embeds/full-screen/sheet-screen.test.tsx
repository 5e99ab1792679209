import { type EmbedNodeAttrs, parseMessage } from '@millrace/engine';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createChatSheets } from '../../chat/state/sheet-edits.ts';
import { type SheetEdits, SheetEditsContext } from '../sheet/sheet-edits.ts';
import { SheetScreen } from './sheet-screen.tsx';

const { embeds, contents } = parseMessage('| a |\n|---|\n| 1 |', { mode: 'read', messageId: 'm' });
const [sheet] = embeds;
if (sheet === undefined) throw new Error('There is no sheet.');
const unused = () => Promise.reject(new Error('Nobody is asked.'));
const kept = createChatSheets({ readSheets: unused, readSheet: unused, saveSheet: unused }, 'c');

const draw = (attrs: EmbedNodeAttrs, edits: SheetEdits | undefined): string =>
  renderToStaticMarkup(
    <SheetEditsContext value={edits}>
      <SheetScreen
        attrs={attrs}
        content={contents.get(sheet.contentRef) ?? ''}
        versions={[]}
        onClose={() => {}}
      />
    </SheetEditsContext>,
  );

afterEach(() => vi.unstubAllGlobals());

test('D383 a table that nothing keeps is a preview, and one that is still written can be edited later', () => {
  vi.stubGlobal('navigator', { userAgent: '' });
  const preview = draw(sheet, undefined);
  expect(preview).toContain('Preview · can’t be edited here');
  const { contentHash: _, ...rest } = sheet;
  const arriving = draw({ ...rest, status: 'processing' }, kept);
  expect(arriving).toContain('Can be edited when it is written');
  for (const html of [preview, arriving]) {
    expect(html).toContain('aria-readonly="true"');
    expect(html).not.toMatch(/F2|Undo/);
  }
  const editable = draw(sheet, kept);
  expect(editable).toContain('aria-readonly="false"');
  expect(editable).toContain('Changes are saved with this chat');
});
