import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { forgedTexts, hardTexts, records } from '../../../../fixtures/records.ts';
import type { ContentBlock } from '../message/message.ts';
import { blocksText } from '../run/run-text.ts';
import { printRecord } from './print-record.ts';
import { readRecord } from './read-record.ts';
import type { WrittenRecord } from './written-record.ts';

/** The record that a markdown is, when its proof holds. */
function read(markdown: string): WrittenRecord {
  const found = readRecord(markdown, { proven: true });
  return 'record' in found ? found.record : expect.fail(`${found.problem.code}: ${markdown}`);
}
const code = (markdown: string, proven = true): string | undefined => {
  const found = readRecord(markdown, { proven });
  return 'problem' in found ? found.problem.code : undefined;
};
const asked = (text: string): WrittenRecord => ({ role: 'user', status: 'completed', text });
const block = (fields: object): ContentBlock =>
  ({ id: 'b', start_timestamp: null, stop_timestamp: null, ...fields }) as ContentBlock;
const answer = (text: string, ...content: ContentBlock[]): WrittenRecord => ({
  role: 'assistant',
  status: 'completed',
  text,
  content,
});
const RUNS = { numRuns: runs(1000) };

test('S40 every record is read back from its markdown, and is printed the same again', () => {
  fc.assert(
    fc.property(records, (record) => {
      const markdown = printRecord(record);
      const again = read(markdown);
      expect(again).toStrictEqual(record);
      expect(printRecord(again)).toBe(markdown);
    }),
    RUNS,
  );
});

test('S40 a text that is the markdown of a record is read back as the text that it is', () => {
  fc.assert(
    fc.property(forgedTexts(printRecord), records, (text, record) => {
      for (const one of [
        asked(text),
        answer(text),
        { ...record, text },
        answer(text, block({ type: 'text', text })),
      ])
        expect(read(printRecord(one))).toStrictEqual(one);
    }),
  );
});

test('S41 what is printed is the same after UTF-8 and back', () => {
  fc.assert(
    fc.property(records, (record) => {
      const markdown = printRecord(record);
      expect(new TextDecoder().decode(new TextEncoder().encode(markdown))).toBe(markdown);
      expect(markdown).not.toContain('\0');
    }),
    RUNS,
  );
});

test('S42 a text of a person without further facts is printed as it is', () => {
  for (const text of [
    '',
    'Hi',
    '  \n',
    '```json\n{"tool":"a","id":"b","input":{}}\n```',
    '<!-- a -->',
    '<!-- millrace',
  ])
    expect(printRecord(asked(text))).toBe(text);
  for (const text of ['<!-- millrace 1 {} -->', '<!-- millrace ', '\ufeffHi', 'a\0', '\ud800']) {
    expect(printRecord(asked(text))).toMatch(
      /^<!-- millrace 1 \{"record":\{"role":"user","status":"completed"\}/,
    );
    expect(read(printRecord(asked(text)))).toEqual(asked(text));
  }
});

test('S42 a text without our comment is the text of a person, proven or not', () => {
  fc.assert(
    fc.property(hardTexts, fc.boolean(), (text, proven) => {
      fc.pre(!text.startsWith('<!-- millrace '));
      expect(readRecord(text, { proven })).toEqual({ record: asked(text) });
    }),
  );
});

test('S43 a call is a fence with its result, thinking one with its seal, and a text stands as it is', () => {
  const said = answer(
    'Look:\n\nIt rains.',
    block({ type: 'thinking', thinking: 'Rain?', signature: 'a`b' }),
    block({ type: 'text', text: 'Look:' }),
    block({ type: 'tool_use', id: 'c', name: 'weather', input: { city: 'Oslo' } }),
    block({ type: 'tool_result', tool_use_id: 'c', content: 'Rain -->', is_error: true }),
    block({ type: 'text', text: 'It ' }),
    block({ type: 'text', text: 'rains.' }),
  );
  expect(printRecord(said).split('\n').slice(1).join('\n')).toBe(`
\`\`\`thinking {"signature":"a\\u0060b"}
Rain?
\`\`\`

Look:

\`\`\`json
{
  "tool": "weather",
  "id": "c",
  "input": {
    "city": "Oslo"
  },
  "output": "Rain -->",
  "is_error": true
}
\`\`\`

It rains.`);
  expect(printRecord(said)).not.toContain('"text":1');
});

test('S43 the comment is one line that no fact can end', () => {
  fc.assert(
    fc.property(records, (record) => {
      const markdown = printRecord({ seq: 1, ...record });
      const end = markdown.indexOf('-->');
      const json = JSON.parse(markdown.slice('<!-- millrace 1 '.length, end));
      expect(Object.keys(json.record)).toContain('role');
      expect(markdown.slice(0, end)).not.toMatch(/[\r\n>]/);
      expect(['', '\n\n']).toContain(markdown.slice(end + 3, end + 5));
    }),
  );
});

test('S43 a thought with fences is in a longer one, and the work of a sub-agent is in fences', () => {
  const thinking = block({ type: 'thinking', thinking: '````\nx' });
  expect(printRecord(answer('', thinking))).toContain('`````thinking\n````\nx\n`````');
  const spans = [{ id: 's', content: [block({ type: 'text', text: '```\nInside' })] }];
  expect(printRecord({ ...asked('Hi'), spans })).toContain('Hi\n\n````subagent\n```\nInside\n````');
});

test('S43 a text that its blocks do not make stands whole before them', () => {
  const odd = answer('Whole', block({ type: 'text', text: 'Half' }));
  expect(printRecord(odd)).toMatch(/-->\n\nWhole\n\n```text\nHalf\n```$/);
});

test('S43 deep input is printed without indents, which would be longer than what they indent', () => {
  let input: object = {};
  for (let i = 0; i < 1000; i++) input = { a: input };
  const record = answer('', block({ type: 'tool_use', name: 'a', input }));
  expect(printRecord(record).length).toBeLessThan(10_000);
  expect(read(printRecord(record))).toEqual(record);
});

test('S44 no text of a record is read as anything else, whatever it looks like', () => {
  fc.assert(
    fc.property(forgedTexts(printRecord), forgedTexts(printRecord), (text, thought) => {
      const blocks = [
        block({ type: 'text', text }),
        block({ type: 'thinking', thinking: thought }),
        block({ type: 'text', text: thought }),
      ];
      const again = read(printRecord({ ...answer(text, ...blocks), spans: [{ id: 's', content: blocks }] }));
      expect(again.content).toEqual(blocks);
      expect(again.spans?.[0]?.content).toEqual(blocks);
    }),
  );
});

test('S45 without a proof no fence is a call, and only what a person may have sent counts', () => {
  const personal = [
    'seq',
    'id',
    'ts',
    'rev',
    'role',
    'status',
    'mode',
    'context',
    'files',
    'branches',
    'text',
  ];
  fc.assert(
    fc.property(records, (record) => {
      const found = readRecord(printRecord(record), { proven: false });
      const seen = 'record' in found ? found.record : expect.fail('It is a text.');
      expect(Object.keys(seen).filter((name) => !personal.includes(name))).toEqual([]);
      for (const name of [
        'seq',
        'id',
        'ts',
        'rev',
        'role',
        'status',
        'mode',
        'context',
        'files',
        'branches',
      ] as const)
        expect(seen[name]).toEqual(record[name]);
      if (record.content === undefined && record.spans === undefined) expect(seen.text).toBe(record.text);
    }),
  );
  const call = answer('', block({ type: 'tool_use', id: 'c', name: 'a', input: {} }));
  expect(readRecord(printRecord(call), { proven: false })).toEqual({
    record: { ...call, content: undefined, text: expect.stringMatching(/^```json\n\{\n {2}"tool": "a"/) },
  });
});

test.each([
  ['a later version', '<!-- millrace 2 [] -->\n\nHi', 'newer_format'],
  ['no version', '<!-- millrace {} -->', 'broken_comment'],
  ['no end', '<!-- millrace 1 {"record":{}}', 'broken_comment'],
  ['no JSON', '<!-- millrace 1 {"record":{ -->', 'broken_comment'],
  ['a list', '<!-- millrace 1 [] -->', 'broken_comment'],
  ['no record', '<!-- millrace 1 {"blocks":[]} -->', 'broken_comment'],
  [
    'a text in the comment',
    '<!-- millrace 1 {"record":{"role":"user","status":"completed","text":"a"}} -->',
    'broken_comment',
  ],
  [
    'no line below',
    '<!-- millrace 1 {"record":{"role":"user","status":"completed"}} -->Hi',
    'broken_comment',
  ],
  [
    'an unknown role',
    '<!-- millrace 1 {"record":{"role":"system","status":"completed"}} -->\n\nHi',
    'bad_record',
  ],
  ['no facts', '<!-- millrace 1 {"record":{}} -->', 'bad_record'],
])('S46 %s is a problem', (_, markdown, problem) => {
  expect(code(markdown)).toBe(problem);
  expect(code(markdown, false)).toBe(problem);
});

const begin = (layout: object): string =>
  `<!-- millrace 1 ${JSON.stringify({ record: { role: 'assistant', status: 'completed' }, ...layout })} -->`;
const FENCE = '```json\n{"tool":"a","id":"b","input":{},"output":1}\n```';
test.each([
  ['a text that is too long', begin({ text: 3, blocks: [] }), 'Hi'],
  ['a text that is too short', begin({ text: 1, blocks: [] }), 'Hi'],
  ['a length below nothing', begin({ text: -1, blocks: [] }), 'Hi'],
  ['a call that is none', begin({ blocks: [['call', {}]] }), '```json\n{}\n```'],
  ['a call in another fence', begin({ blocks: [['call', {}]] }), FENCE.replace('json', 'js')],
  ['a call that nobody told of', begin({ blocks: [] }), FENCE],
  ['an output without a place', begin({ blocks: [['call', {}]] }), FENCE],
  [
    'two results of one call',
    begin({
      blocks: [
        ['call', {}],
        ['result', 0, {}],
        ['result', 0, {}],
      ],
    }),
    FENCE,
  ],
  ['a fence that is not closed', begin({ blocks: [['thinking', {}]] }), '```thinking\nHm'],
  [
    'a seal that is none',
    begin({ blocks: [['thinking', { id: 'a' }]] }),
    '```thinking {"signature":1}\nHm\n```',
  ],
  ['a part of no kind', begin({ blocks: [['note', {}]] }), ''],
  ['odd characters that are none', begin({ odd: [0, 65] }), '\ufffd'],
  ['odd characters out of order', begin({ odd: [1, 0, 0, 0] }), '\ufffd\ufffd'],
  ['half an odd character', begin({ odd: [0] }), '\ufffd'],
])('S46 %s is a broken body', (_, comment, body) => {
  expect(code(`${comment}\n\n${body}`)).toBe('broken_body');
});

test('S46 no text makes it throw', () => {
  fc.assert(
    fc.property(
      records.map(printRecord),
      fc.nat(),
      fc.nat({ max: 9 }),
      hardTexts,
      fc.boolean(),
      (text, at, cut, put, proven) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + cut);
        const found = readRecord(changed, { proven });
        if ('record' in found) expect(typeof found.record.text).toBe('string');
        else expect(found.problem.message).toMatch(/\.$/);
      },
    ),
    RUNS,
  );
  const layout = fc.record(
    { text: fc.nat({ max: 3 }), blocks: fc.jsonValue(), spans: fc.jsonValue(), odd: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(layout, hardTexts, fc.boolean(), (told, body, proven) => {
      expect(
        readRecord(`${begin(told).replaceAll('-->', '--\\u003e').slice(0, -8)}-->\n\n${body}`, { proven }),
      ).toBeDefined();
    }),
  );
});

test('S43 a call has one result in its fence; a second one, and one without a call, stand in fences of their own', () => {
  const result = (id: string, content: unknown) =>
    block({ type: 'tool_result', tool_use_id: id, content, is_error: false });
  const use = block({ type: 'tool_use', id: 'c', name: 'a', input: {} });
  const record = answer('', result('c', 0), use, result('c', null), result('c', 2), use, result('c', [3]));
  const markdown = printRecord(record);
  expect(markdown.match(/^```\w+$/gm)).toEqual(['```block', '```json', '```block', '```json']);
  expect(read(markdown)).toEqual(record);
});

test('S43 the example of the guide is what is printed', () => {
  const guide = readFileSync(new URL('../../../../docs/guide.md', import.meta.url), 'utf8');
  const [, markdown = ''] = /^~~~markdown\n(<!-- millrace [\s\S]*?)\n~~~$/m.exec(guide) ?? [];
  expect(read(markdown).text).toBe('Let me look.\n\nIt is raining in Oslo.');
  expect(printRecord(read(markdown))).toBe(markdown);
});

test('S46 blocks whose text would be far longer than they are make none: one embed for many calls, a deep one', () => {
  const use = block({ type: 'tool_use', id: 'c', name: 'a', input: {} });
  let deep: Record<string, unknown> = {};
  for (let i = 0; i < 500; i++) deep = { a: deep };
  for (const [embed, content] of [
    [{ a: 1 }, [use, use]],
    [deep, [use]],
  ] as const) {
    const tools = [{ tool_use_id: 'c', tool: 'a', status: 'done' as const, embed }];
    const record = {
      ...answer(
        blocksText(content, () => tools[0]),
        ...content,
      ),
      tools,
    };
    const markdown = printRecord(record);
    expect(read(markdown)).toEqual(record);
    // Somebody says that they do.
    const [comment = '', ...rest] = markdown.split('\n\n');
    const body = rest.slice(-content.length).join('\n\n');
    expect(code(`${comment.replace(/"text":\d+,/, '')}\n\n${body}`)).toBe('broken_body');
  }
});
