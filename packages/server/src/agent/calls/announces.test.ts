import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announces } from './announces.ts';

test.each([
  'Let me look at the file.',
  "I found it in src/app.ts. Now I'll run the tests.",
  'Next, I’m going to update `src/app.ts`.',
  "Great! Let's check the build.",
  'I will now write the file:',
  'The plan is clear.\n\nHere is the change:',
  'Ich lese jetzt die Datei.',
  'Als Nächstes prüfe ich die Tests.',
])('A491 %j only announces a step', (text) => {
  expect(announces(text)).toBe(true);
});

test.each([
  'Done. All 22 tests pass.',
  'Let me know if you want more.',
  'Shall I run the tests?',
  "I'll run the migration once you have a backup.",
  'I will leave the rest to you.',
  'A closure keeps the variables of its function.',
  'Files:\n- a.ts\n- b.ts',
  'The fix:\n\n```ts\nlet me = 1;\n```',
  'Fertig. Alle Tests laufen.',
  'Lassen wir es so.',
  '',
])('A491 %j is an answer', (text) => {
  expect(announces(text)).toBe(false);
});

test('A491 what stands before the last line of a text does not matter', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('Let me look.', 'Done.', 'Shall I?'), (before, last) => {
      expect(announces(`${before}\n${last}`)).toBe(announces(last));
    }),
  );
});
