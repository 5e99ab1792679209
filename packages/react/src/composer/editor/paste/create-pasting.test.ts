import { undo } from '@codemirror/commands';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { type Editable, previewsOf, referencesOf } from '../draft/draft-field.ts';
import { draftLaws, withFollowUps } from '../draft/draft-laws.ts';
import { createReferences } from '../draft/reference.ts';
import type { Note } from '../paste-note.tsx';
import { createPasting } from './create-pasting.ts';

/** A field without a page: its text, its notes, and the files that it was given. */
class Field implements Editable {
  readonly references = createReferences();
  readonly notes: (Note | undefined)[] = [];
  readonly files: File[] = [];
  readonly pasting;
  state: EditorState;

  constructor(doc = '', takesFiles = true) {
    const extensions = [referencesOf.of(this.references), draftLaws];
    this.state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions });
    const onFiles = (files: readonly File[]): void => void this.files.push(...files);
    this.pasting = createPasting({
      references: this.references,
      options: () => (takesFiles ? { onFiles } : {}),
      onNote: (note) => this.notes.push(note),
    });
  }

  dispatch(change: TransactionSpec): void {
    this.apply(this.state.update(change));
  }

  apply(tr: Transaction): void {
    this.state = withFollowUps([tr]).at(-1)?.state ?? tr.state;
  }

  /** Pastes, and waits until all was read. */
  async paste(types: Readonly<Record<string, string>>, files: readonly File[] = []): Promise<boolean> {
    const getData = (type: string): string => types[type] ?? '';
    const isDone = this.pasting.paste(this, { types: Object.keys(types), getData, files });
    await expect.poll(() => this.notes.at(-1)?.type).not.toBe('reading');
    return isDone;
  }

  press(key: string): boolean {
    return this.pasting.press(this, { key, ctrlKey: true, metaKey: false, shiftKey: false });
  }

  undo(): void {
    undo({ state: this.state, dispatch: (tr) => this.apply(tr) });
  }

  get sent(): string {
    return this.references.expand(this.state.doc.toString());
  }
}

const ROWS = 'name\tcity\n'.repeat(30_000);
const PICTURE = new File(['1'], 'image.png', { type: 'image/png' });
const DATA = `<meta charset="utf-8"><img src="data:image/png;base64,${'A'.repeat(300_000)}">`;

const LINES = 'let a = 1;\n'.repeat(60);

test.each([
  ['short', LINES],
  ['long', ROWS],
])(
  'D459 what was written behind a paste is undone first, then the preview is text: %s',
  async (_name, text) => {
    const field = new Field();
    await field.pasting.load();
    await field.paste({ 'text/plain': text });
    const preview = field.sent;
    field.dispatch({ ...field.state.replaceSelection('x'), userEvent: 'input.type' });
    expect(field.press('z')).toBe(false);
    field.undo();
    expect(field.sent).toBe(preview);
    expect(field.press('z')).toBe(true);
    expect(previewsOf(field.state)).toHaveLength(0);
    expect(field.sent.trimEnd()).toBe(text.trimEnd());
  },
);

test('D462 a long paste is there at once, and as what it is when it was read', async () => {
  const field = new Field();
  await field.pasting.load();
  const done = field.paste({ 'text/plain': ROWS });
  expect(field.sent).toContain(ROWS.trimEnd());
  expect(field.notes.at(-1)).toEqual({ type: 'reading' });
  expect(await done).toBe(true);
  expect(previewsOf(field.state)).toHaveLength(1);
  expect(field.sent).toMatch(/^\| name \| city \|\n\| --- \| --- \|\n(\| name \| city \|\n){29999}\n$/);
  expect(field.notes.at(-1)).toEqual({ type: 'preview' });
});

test('D462 one undo takes a long paste back, with all that was read of it', async () => {
  const field = new Field('See:');
  await field.pasting.load();
  const done = field.paste({ 'text/plain': ROWS });
  field.dispatch({ ...field.state.replaceSelection('x'), userEvent: 'input.type' });
  await done;
  // The caret stays with what was written meanwhile.
  field.dispatch({ ...field.state.replaceSelection('y'), userEvent: 'input.type' });
  expect(field.sent).toMatch(/^See:\n\n\| name[\s\S]*\|\n\nxy$/);
  for (const rest of [/\|\n\nx$/, /^See:\nx$|^See:x$/, /^See:$/]) {
    field.undo();
    expect(field.sent.trimEnd()).toMatch(rest);
  }
});

test('D462 what was undone while it was read does not come back, and nothing is said of it', async () => {
  const field = new Field('See:');
  await field.pasting.load();
  const done = field.paste({ 'text/plain': ROWS });
  expect(field.press('z')).toBe(true);
  expect(field.sent).toBe('See:');
  await done;
  expect(field.sent).toBe('See:');
  expect(field.notes.at(-1)).toBeUndefined();
});

test('D462 a long clipboard with nothing to write leaves nothing behind', async () => {
  const [picture, nothing] = [new Field(), new Field()];
  await picture.paste({ 'text/html': DATA }, [PICTURE]);
  await expect.poll(() => picture.files).toEqual([PICTURE]);
  await nothing.paste({ 'text/html': `<span data-buffer="${'A'.repeat(300_000)}"></span>` });
  for (const { state, notes } of [picture, nothing]) {
    expect(state.doc.toString()).toBe('');
    expect(notes.at(-1)).toBeUndefined();
  }
});

test('D462 more than 20 million characters are refused, and become a file where the app takes files', async () => {
  const text = 'x'.repeat(20_000_001);
  const [takes, refuses] = [new Field(), new Field('', false)];
  for (const field of [takes, refuses]) expect(await field.paste({ 'text/plain': text })).toBe(true);
  expect(refuses.notes.at(-1)).toEqual({ type: 'tooLong' });
  expect(takes.notes.at(-1)).toEqual({ type: 'attachable' });
  expect(takes.files).toEqual([]);
  takes.pasting.attach();
  expect(takes.notes.at(-1)).toBeUndefined();
  const [file, ...others] = takes.files;
  expect(others).toEqual([]);
  expect([file?.name, file?.type, (await file?.text()) === text]).toEqual(['pasted.txt', 'text/plain', true]);
  // It is given once.
  takes.pasting.attach();
  expect(takes.files).toHaveLength(1);
});
