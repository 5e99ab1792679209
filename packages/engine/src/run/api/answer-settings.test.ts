import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import {
  combinePrompts,
  effectiveSettings,
  type ModelSetting,
  type ModelSettings,
  SETTING_NAMES,
  settingProblems,
} from './answer-settings.ts';

const SETTINGS: readonly ModelSetting[] = [
  { name: 'temperature', type: 'number', min: 0, max: 1, whole: false, default: 1, excludes: ['top_p'] },
  { name: 'top_p', type: 'number', min: 0, max: 1, whole: false, default: null },
  { name: 'max_tokens', type: 'number', min: 16, max: 100, whole: true, default: 100 },
  {
    name: 'thinking_tokens',
    type: 'number',
    min: 10,
    max: null,
    whole: true,
    also: [0],
    default: 0,
    excludes: ['temperature', 'top_p'],
  },
  { name: 'effort', type: 'choice', choices: ['low', 'high'], default: null },
];

test('M260 instructions stand in the order account, project, chat, each under its heading', () => {
  const all = combinePrompts({ account: ' Be brief. ', project: 'Use metres.', chat: 'Speak German.\n' });
  const places = [
    '## For all chats\n\nBe brief.',
    '## For this project\n\nUse metres.',
    '## For this chat\n\nSpeak German.',
  ];
  const found = places.map((part) => all.indexOf(part));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
  expect(combinePrompts({ chat: 'Only this.' })).not.toMatch(/all chats|project/);
});

test('M260 no instructions, or only blank ones, are an empty text', () => {
  expect([combinePrompts({}), combinePrompts({ account: ' \n', chat: '', project: undefined })]).toEqual([
    '',
    '',
  ]);
});

test.each<[Record<string, unknown>, object]>([
  [{ temperature: 1.1 }, { name: 'temperature', problem: 'too_large', limit: 1 }],
  [{ temperature: -0.1 }, { name: 'temperature', problem: 'too_small', limit: 0 }],
  [{ temperature: Number.NaN }, { name: 'temperature', problem: 'not_a_number' }],
  [{ temperature: '1' }, { name: 'temperature', problem: 'not_a_number' }],
  [{ max_tokens: 20.5 }, { name: 'max_tokens', problem: 'not_whole' }],
  [{ thinking_tokens: 1 }, { name: 'thinking_tokens', problem: 'too_small', limit: 10 }],
  [{ effort: 'middle' }, { name: 'effort', problem: 'not_a_choice', choices: ['low', 'high'] }],
  [{ top_k: 3 }, { name: 'top_k', problem: 'unsupported' }],
  [
    { temperature: 0.5, top_p: 0.5 },
    { name: 'top_p', problem: 'excluded', by: 'temperature' },
  ],
])('M261 %j is refused with what is wrong', (values, problem) => {
  expect(settingProblems(SETTINGS, values)).toEqual([problem]);
});

test('M261 what turns a setting off excludes nothing', () => {
  expect(settingProblems(SETTINGS, { thinking_tokens: 0, temperature: 0.5 })).toEqual([]);
});

const value = fc.oneof(
  fc.constantFrom(0, 0.5, 1, 2, 10, 50, 'low', 'odd'),
  fc.double({ min: -3, max: 200, noNaN: true }),
);
// Stored values may be of any type: a model may have had other settings once.
const values = fc.dictionary(fc.constantFrom(...SETTING_NAMES), value) as fc.Arbitrary<ModelSettings>;

test('M262 what is sent never has a problem, and a chat’s valid choice is sent whatever the account says', () => {
  fc.assert(
    fc.property(values, values, (account, chat) => {
      const sent = effectiveSettings(SETTINGS, account, chat);
      expect(settingProblems(SETTINGS, sent)).toEqual([]);
      if (settingProblems(SETTINGS, chat).length === 0) expect(sent).toMatchObject(chat);
      for (const [name, each] of Object.entries(sent))
        expect([Object(chat)[name], Object(account)[name]]).toContain(each);
    }),
    { numRuns: runs(500) },
  );
});

test('M262 an account’s default gives way to a choice of the chat that excludes it', () => {
  expect(effectiveSettings(SETTINGS, { temperature: 0.2, effort: 'low' }, { thinking_tokens: 50 })).toEqual({
    thinking_tokens: 50,
    effort: 'low',
  });
  expect(effectiveSettings(SETTINGS, { max_tokens: 20 }, {})).toEqual({ max_tokens: 20 });
});
