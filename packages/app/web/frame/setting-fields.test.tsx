import type { ModelInfo } from '@millrace/engine/run';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { german } from '../base/german.ts';
import { PageWordsContext } from '../base/page-words.ts';
import { english } from '../base/strings.ts';
import { ModelFacts } from './model-facts.tsx';
import { SettingFields } from './setting-fields.tsx';
import type { AnswerForm } from './use-answers.ts';

const MODEL: ModelInfo = {
  ...{ id: 'a/m', name: 'M', demo: false, prompts: [] },
  context_window: 200_000,
  price: { input: 0.25, output: 1.25 },
  settings: [
    { name: 'temperature', type: 'number', min: 0, max: 1, whole: false, default: 1 },
    { name: 'thinking_tokens', type: 'number', min: 1024, max: 8000, whole: true, also: [0], default: 0 },
    { name: 'effort', type: 'choice', choices: ['low', 'xhigh'], default: null },
  ],
};
const FORM: AnswerForm = {
  draft: undefined,
  setPrompt: () => {},
  setField: () => {},
  discard: () => {},
  submit: () => {},
  state: 'idle',
  isElsewhere: false,
};
const drawn = (words: typeof english, form: Partial<AnswerForm> = {}, models = {}, defaults = {}): string =>
  renderToStaticMarkup(
    <PageWordsContext value={words}>
      <ModelFacts model={MODEL} />
      <SettingFields
        model={MODEL}
        kept={{ prompt: '', models, rev: 1 }}
        form={{ ...FORM, ...form }}
        defaults={defaults}
      />
    </PageWordsContext>,
  );

test('U460 defaults are shown as such, in both languages, with the person’s own before the provider’s', () => {
  const page = drawn(english);
  for (const words of [
    'Default: 1',
    'Default: off',
    'Default: the model decides',
    '0 to 1',
    '1,024 to 8,000',
    '0 turns it off',
  ])
    expect(page).toContain(words);
  expect(page).not.toContain('Reset');
  expect(page).toContain('Context window: 200,000 tokens · $0.25 in, $1.25 out per million tokens');
  const seite = drawn(german.page, {}, {}, { temperature: 0.5, effort: 'xhigh' });
  for (const words of [
    'Deine Vorgabe: 0,5',
    'Vorgabe: aus',
    'Deine Vorgabe: Sehr hoch',
    '1.024 bis 8.000',
    '0,25 $ ein',
  ])
    expect(seite).toContain(words);
});

test('U460 a value can be reset, and what the model would not take is said at its field', () => {
  const page = drawn(
    english,
    { draft: { models: { 'a/m': { temperature: '2' } }, rev: 1 } },
    { 'a/m': { effort: 'low' } },
  );
  expect(page).toContain('Reset Temperature to default');
  expect(page).toContain('Reset Effort to default');
  expect(page).toMatch(/aria-invalid="true"[\s\S]*role="alert">Enter 1 or less\./);
  expect(drawn(german.page, { draft: { models: { 'a/m': { thinking_tokens: '5' } }, rev: 1 } })).toContain(
    'Gib 1.024 oder mehr ein.',
  );
});
