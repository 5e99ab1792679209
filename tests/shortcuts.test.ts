import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

/** The files that look at modifier keys themselves, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'packages/react/src/page/shortcuts.ts': 'the table itself',
  'packages/react/src/approval/form/emails-field.tsx': 'leaves every key with a modifier to the browser',
  'packages/react/src/files/picture-stage.tsx': 'a wheel with Ctrl zooms, as two fingers do',
  'packages/react/src/files/picture-viewer.tsx': 'leaves every key with a modifier to the browser',
  'packages/react/src/files/pdf-viewer.tsx': 'leaves every key with a modifier to the browser',
  'packages/react/src/document/footnotes.tsx': 'leaves a click that opens a tab to the browser',
  'packages/app/web/frame/app-link.tsx': 'leaves a click that opens a tab to the browser',
  'packages/react/src/embeds/sheet/press-grid-key.ts': 'a grid has the keys of every grid',
  'packages/react/src/embeds/box/menu.tsx': 'a menu has the keys of every menu',
  'packages/react/src/composer/editor/draft/preview-keys.ts': 'an editor has the keys of every editor',
  'packages/react/src/composer/editor/draft-completion.tsx': 'leaves every key with a modifier to the editor',
  'packages/react/src/composer/editor/message-field.tsx': 'plain paste is a key of every editor',
  'packages/react/src/composer/editor/paste/create-pasting.ts':
    'undo and plain paste are keys of every editor',
  'packages/app/web/list/menu.tsx': 'a menu has the keys of every menu',
  'packages/app/web/list/use-list-presses.ts': 'a press with Ctrl or Shift selects, as in every list',
};

test('W17 only the table of shortcuts knows which keys are one', () => {
  const files = projectFiles('packages').filter(
    (file) => /^packages\/(react\/src|app\/web)\/.*\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
  );
  const reads = files.filter((file) => /\b(ctrl|meta|alt)Key\b(?!: ['"])/.test(withoutWords(file)));
  expect(reads.sort()).toEqual(Object.keys(OTHERS).sort());
});

/** The text of a file without the name of the key Ctrl, which the words have too. */
function withoutWords(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/\b(words|strings|names)\.ctrlKey\b/g, '');
}
