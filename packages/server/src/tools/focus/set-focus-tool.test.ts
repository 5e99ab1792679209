import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMessage } from '@millrace/engine';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { builtInFocuses } from './built-in-focuses.ts';
import { loadFocuses } from './load-focuses.ts';
import { parseFocus } from './parse-focus.ts';
import { setFocusTool } from './set-focus-tool.ts';

let agent: ScriptedAgent | undefined;
afterEach(async () => {
  await agent?.runner.stop();
  agent = undefined;
});

const FILE = '---\napp: Health\nname: Sleep\ndescription: Helps to sleep.\n---\nAsk when they go to bed.\n';

test('G13 a focus is what its file says', () => {
  expect(parseFocus('sleep', FILE)).toEqual({
    value: {
      slug: 'sleep',
      app: 'Health',
      name: 'Sleep',
      description: 'Helps to sleep.',
      instructions: 'Ask when they go to bed.',
    },
  });
});

test.each([
  ['no app', FILE.replace('app: Health\n', ''), /^Line 1: app is missing/],
  ['an empty name', FILE.replace('Sleep', ''), /^Line 3: name must be one line/],
  [
    'a key of a mode',
    FILE.replace('app:', 'tools: *\napp:'),
    /^Line 2: a focus has no "tools", only app, name, description/,
  ],
  ['no instructions', FILE.replace('Ask when they go to bed.', ''), /^Write what the model should do/],
  ['no keys', 'Ask.', /^Line 1: begin with a line "---"/],
  ['long instructions', FILE + 'x'.repeat(50_001), /^The instructions may have 50000/],
])('G13 %s is told with the fix', (_, text, problem) => {
  expect(parseFocus('sleep', text)).toEqual({ problem: expect.stringMatching(problem) });
});

test('G13 no text throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (slug, text) => Object.keys(parseFocus(slug, text)).length === 1),
  );
});

test('G13 folders add focuses, and a later one takes the place of an earlier one', async () => {
  const { root } = makeWorkFolder({
    'one/sleep.md': FILE,
    'one/bad.md': 'x',
    'two/sleep.md': FILE.replace('Ask', 'Tell'),
    'two/my-tutor.md': FILE.replace('Health', 'Learning').replace('Sleep', 'Tutor'),
  });
  const { focuses, problems } = await loadFocuses([join(root, 'one'), join(root, 'two'), join(root, 'none')]);
  expect(focuses.map(({ slug }) => slug)).toEqual(['career-advice', 'my-tutor', 'sleep']);
  expect(focuses.at(-1)?.instructions).toMatch(/^Tell/);
  expect(problems).toEqual([expect.stringMatching(/bad\.md is skipped\. Line 1/)]);
  mkdirSync(join(root, 'big'));
  writeFileSync(join(root, 'big/a.md'), 'x'.repeat(500_001));
  expect((await loadFocuses([join(root, 'big')])).problems).toEqual([
    expect.stringMatching(/A focus may have 500000 bytes/),
  ]);
});

/** A chat in which the person asks for a change of the focus by its name. */
const chat = async (): Promise<ScriptedAgent> => {
  const made = await scriptedAgent({
    tools: [setFocusTool(builtInFocuses)],
    script({ messages }, count) {
      const last = messages.at(-1)?.content.at(-1);
      const [change, focus] = last?.type === 'text' ? last.text.split(' ') : [];
      if (change !== 'activated' && change !== 'deactivated') return ['Good.'];
      return [{ id: `call-${count}`, name: 'set_focus', input: { focus, change } }];
    },
  });
  agent = made;
  return made;
};
const isTold = (made: ScriptedAgent): (string | undefined)[] =>
  [...(made.requests.at(-1)?.system ?? '').matchAll(/The focus (.*?) of/g)].map(([, name]) => name);

async function change(made: ScriptedAgent, text: string): Promise<void> {
  const run = await made.send(text);
  if (text.startsWith('activated')) {
    await made.until(run, 'waiting');
    const [call] = (await made.state(run)).tools.keys();
    await made.decide(run, call ?? '', { type: 'approve' });
  }
  await made.until(run, 'completed');
}

test('G14 a focus begins when the person agrees, is told from then on, and ends', async () => {
  const made = await chat();
  await change(made, 'Hello');
  expect(isTold(made)).toEqual([]);
  const before = made.requests.at(-1)?.system;
  await change(made, 'activated career-advice');
  expect(isTold(made)).toEqual(['Career advice']);
  expect(made.requests.at(-1)?.system?.startsWith(before ?? 'none')).toBe(true);
  const answer = (await made.records()).at(-1);
  const json = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(answer?.text ?? '')?.[1] ?? '');
  expect(json).toEqual({ app: 'Jobs', focus: 'Career advice', change: 'activated' });
  expect(parseMessage(answer?.text ?? '', { mode: 'read', messageId: 'm' }).embeds).toMatchObject([
    { type: 'focus', status: 'finished', title: 'Career advice' },
  ]);
  await change(made, 'activated tutor');
  expect(isTold(made)).toEqual(['Career advice', 'Tutor']);
  await change(made, 'deactivated career-advice');
  await change(made, 'Hello');
  expect(isTold(made)).toEqual(['Tutor']);
});

test('G14 what is active outlives a restart', async () => {
  const made = await chat();
  await change(made, 'activated tutor');
  await made.restart();
  await change(made, 'Hello');
  expect(isTold(made)).toEqual(['Tutor']);
});

test('G14 a no changes nothing, and an unknown focus is told', async () => {
  const made = await chat();
  const run = await made.send('activated tutor');
  await made.until(run, 'waiting');
  await made.decide(run, 'call-1', { type: 'reject' });
  await made.until(run, 'completed');
  expect(isTold(made)).toEqual([]);
  await made.until(await made.send('activated cooking'), 'completed');
  expect(isTold(made)).toEqual([]);
  expect(JSON.stringify(made.requests.at(-1)?.messages)).toContain(
    'Available focuses: career-advice, tutor.',
  );
});

test('G14 any course of changes leaves what was begun last and not ended', () => {
  const tool = setFocusTool(builtInFocuses);
  const names = builtInFocuses.map(({ app, name }) => ({ app, focus: name }));
  const one = fc.record({
    which: fc.constantFrom(...names, { app: 'Old', focus: 'Gone' }),
    change: fc.constantFrom('activated', 'deactivated'),
  });
  fc.assert(
    fc.property(fc.array(one), (course) => {
      const told =
        tool.instructions?.(course.map(({ which, change: to }) => ({ ...which, change: to }))) ?? '';
      for (const { app, focus } of names) {
        const last = course.findLast(({ which }) => which.focus === focus);
        expect(told.includes(`The focus ${focus} of ${app} is active`)).toBe(last?.change === 'activated');
      }
    }),
  );
});
