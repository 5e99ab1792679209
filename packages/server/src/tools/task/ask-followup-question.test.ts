import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { resultsOfRun, WAYS } from '../../../../../fixtures/two-ways.ts';
import { builtInModes } from '../modes/built-in-modes.ts';
import { askFollowupQuestionTool } from './ask-followup-question.ts';
import { suggestionsOf } from './follow-up-suggestions.ts';
import { newTaskTool } from './new-task-tool.ts';

let agent: ScriptedAgent | undefined;
afterEach(() => agent?.runner.stop());

const tool = askFollowupQuestionTool(builtInModes);
const TEXT = '<suggest>Red</suggest>\n<suggest mode="code">Blue, and go on</suggest>';
const LIST = [{ answer: 'Red' }, { answer: 'Blue, and go on', mode: 'code' }];
const VALUES = [
  { label: 'Red', value: 'Red' },
  { label: 'Blue, and go on', value: 'Blue, and go on', mode: 'code' },
];

test.each(WAYS)(
  'T60 a $way question ends the run, offers its answers, and the next message is the answer',
  async (way) => {
    const follow_up = way.way === 'text' ? TEXT : LIST;
    agent = await scriptedAgent({
      script: (_, n) =>
        n === 1
          ? [
              'I need to know.\n',
              way.call('q', 'ask_followup_question', { question: 'Which **colour**?', follow_up }),
            ]
          : ['Red it is.'],
      tools: [tool],
      model: way.model,
    });
    const run = await agent.send('Paint it', { mode: 'code' });
    await agent.until(run, 'completed');
    expect(agent.requests).toHaveLength(1);
    expect((await agent.records())[1]).toMatchObject({ suggested_values: VALUES, mode: 'code' });
    expect(await resultsOfRun(agent, run)).toEqual([
      expect.stringMatching(
        /^This was asked:\n\nWhich \*\*colour\*\*\?\n\nSuggested answers:\n- Red\n- Blue, and go on \(in code mode\)\n\nWork continues/,
      ),
    ]);
    await agent.until(await agent.send('Red', { mode: 'chat' }), 'completed');
    expect(JSON.stringify(agent.requests[1]?.messages)).toMatch(/Which \*\*colour.*Work continues.*Red"/);
  },
);

test('T299 the question of a sub-agent is its result, and offers the person nothing', async () => {
  const question = { question: 'Which colour?', follow_up: LIST };
  agent = await scriptedAgent({
    script: (_, n) =>
      [
        [{ id: 't', name: 'new_task', input: { message: 'Paint' } }],
        [{ id: 'q', name: 'ask_followup_question', input: question }],
      ][n - 1] ?? ['It asks for a colour.'],
    tools: [tool, newTaskTool(builtInModes)],
  });
  const run = await agent.send();
  await agent.until(run, 'completed');
  const [, told] = await resultsOfRun(agent, run);
  expect(await resultsOfRun(agent, run)).toHaveLength(2);
  expect(told).toContain('Which colour?');
  const [, record] = await agent.records();
  expect(record?.text).toBe('It asks for a colour.');
  expect(record?.suggested_values).toBeUndefined();
});

test.each([
  [LIST, LIST],
  [JSON.stringify(LIST), LIST],
  [TEXT, LIST],
  ["<suggest mode='chat'> A </suggest>", [{ answer: 'A', mode: 'chat' }]],
  ['<suggest mode="">A\nB < C</suggest>', [{ answer: 'A\nB < C' }]],
  ['  ', []],
  [undefined, []],
])('T60 %j suggests answers', (given, suggestions) => {
  expect(suggestionsOf(given, ['chat', 'code'])).toEqual({ suggestions });
});

test.each([
  ['Red or blue', /^Write each answer as <suggest>…<\/suggest>, not "Red or blue"\.$/],
  ['<suggest>Red', /^Write each answer/],
  ['[1]', /^Write a JSON list of answers like this/],
  ['[', /^Write a JSON list of answers like this/],
  ['<suggest></suggest>', /^An answer has 1 to 2000 characters\.$/],
  ['<suggest mode="fly">Red</suggest>', /^There is no mode "fly"\. Available modes: chat, code\.$/],
  ['<suggest>A</suggest>'.repeat(9), /^Suggest 8 answers at most\.$/],
])('T60 %j is told with the fix, before anybody is asked', (follow_up, problem) => {
  const read = suggestionsOf(follow_up, ['chat', 'code']);
  expect('problem' in read && read.problem).toMatch(problem);
  expect(tool.check?.({ question: 'Which?', follow_up })).toContain(
    follow_up.startsWith('<suggest mode') ? 'no mode' : '',
  );
  expect(tool.check?.({ question: 'Which?', follow_up })).not.toBeUndefined();
});

test('T60 a question must ask something', () => {
  for (const input of [{}, { question: ' ' }, { question: 1 }, { question: 'A?', follow_up: 7 }])
    expect(tool.check?.(input)).toMatch(/question|follow_up/);
  expect(tool.title?.({ question: `Which colour?\n${'x'.repeat(200)}` })).toBe('Which colour?');
});

test('T60 what was written as text is read as it was, and no text throws', () => {
  const answer = fc
    .string({ minLength: 1, maxLength: 50 })
    .map((text) => text.replaceAll('</suggest>', '').trim())
    .filter((text) => text !== '');
  const list = fc.array(fc.record({ answer, mode: fc.constantFrom('chat', 'code') }), { maxLength: 8 });
  fc.assert(
    fc.property(list, fc.string(), (suggestions, any) => {
      const text = suggestions
        .map((each) => `<suggest mode="${each.mode}">${each.answer}</suggest>`)
        .join('\n');
      expect(suggestionsOf(text, ['chat', 'code'])).toEqual({ suggestions });
      suggestionsOf(`${any}${text}`, []);
    }),
  );
});
