import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong, runs } from '../../../../fixtures/long.ts';
import { type AssistantMessageOptions, AssistantMessageParser } from './assistant-message-parser.ts';
import { builtInTools, type ToolParameters } from './built-in-tools.ts';
import type { AssistantMessageContent } from './call-blocks.ts';
import type { Dialect } from './dialects.ts';
import { parseAssistantMessage } from './parse-assistant-message.ts';

const DIALECTS: readonly Dialect[] = ['roo', 'invoke', 'qwen', 'hermes', 'auto'];
const RAW = new Set(
  'content diff args arguments code_edit search replace result follow_up todos message'.split(' '),
);

const PARAMS: ToolParameters = builtInTools;

// Pieces that meet each other in every order: all that the readers tell apart, whole and in halves.
const PIECES = [
  ...[
    'a',
    ' ',
    'word',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\0',
    '\u00a0',
    '😀',
    '\ud83d',
    '\ude00',
    'é',
    '€',
    '&',
    '&amp;',
    '&am',
    'p;',
  ],
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '> ',
    '- ',
    '1. ',
    '    ',
    '\n```\n',
    '\n~~~\n',
    '<!--',
    '-->',
    '--',
    '-',
    '>',
    '<',
    '</',
    '<a>',
    '</a>',
  ],
  ...[
    '<thinking>',
    '</thinking>',
    '<thin',
    '<read_file',
    '<read_file>',
    '</read_file>',
    '<path>',
    '</path>',
    '<mood>',
    '</mood>',
  ],
  ...[
    '<write_to_file>',
    '</write_to_file>',
    '<content>',
    '</content>',
    '<line_count>',
    '</line_count>',
    '</con',
  ],
  ...[
    '<execute_command>',
    '</execute_command>',
    '<command>',
    '</command>',
    '<apply_diff>',
    '<diff>',
    '</diff>',
    '</apply_diff>',
  ],
];
const OTHER_PIECES = [
  ...[
    '<function_calls>',
    '</function_calls>',
    '<invoke name="write_to_file">',
    "<invoke name='read_file'>",
    '<invoke name="x">',
    '</invoke>',
  ],
  ...[
    '<parameter name="path">',
    '<parameter name="content">',
    '<parameter name="mood">',
    '</parameter>',
    '<invoke',
  ],
  ...[
    '<tool_call>',
    '</tool_call>',
    '<function=write_to_file>',
    '<function=read_file>',
    '</function>',
    '<parameter=path>',
    '<parameter=content>',
    '<parameter=mood>',
  ],
  ...[
    '{',
    '}',
    '{"name": "read_file", ',
    '"arguments": {',
    '"path": "',
    '"',
    '\\',
    '\\n',
    '\\u00',
    '41',
    ', ',
    '[1, {"a": "]"}]',
    'null',
    'tru',
    'e',
    '"name": "nobody"',
  ],
  '{"arguments": {"path": "a", "content": "b"}, "name": "write_to_file"}',
];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));
const mixedSoup = fc
  .array(fc.constantFrom(...PIECES, ...OTHER_PIECES, ...OTHER_PIECES), { maxLength: 30 })
  .map((pieces) => pieces.join(''));

// Messages as models write them, of which the soup makes few.
const body = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(''));
const call = fc.constantFrom(...Object.entries(builtInTools)).chain(([tool, params]) =>
  fc.tuple(...params.map(() => body)).map((values) => {
    const tags = params.map((param, i) => `<${param}>${values[i]}</${param}>`).join('\n');
    return `<${tool}>\n${tags}\n</${tool}>`;
  }),
);
const part = fc.oneof(
  body,
  call,
  body.map((text) => `\`${text}\``),
  body.map((text) => `\n\`\`\`xml\n${text}\n\`\`\`\n`),
  body.map((text) => `<!-- ${text} -->`),
  body.map((text) => `<thinking>${text}</thinking>`),
);
const message = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
const anyText = fc.oneof(message, soup, mixedSoup);

const options: fc.Arbitrary<AssistantMessageOptions> = fc.record(
  {
    dialect: fc.constantFrom(...DIALECTS),
    thinking: fc.constantFrom('drop' as const, 'block' as const),
    maxParamBytes: fc.constantFrom(0, 3, 10, 1000),
    maxMessageBytes: fc.constantFrom(0, 7, 40, 100, 1000),
  },
  { requiredKeys: [] },
);

/** Cuts a text at the places that the numbers give. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((from, i) => text.slice(from, ends[i] ?? text.length));
}
const places = fc.array(fc.nat(), { maxLength: 20 });

/** Reads the chunks, and holds after each of them what must hold. */
function stream(chunks: readonly string[], options: AssistantMessageOptions): AssistantMessageContent[] {
  const parser = new AssistantMessageParser(options);
  const blocks = parser.getContentBlocks();
  const shown = new Map<string, string>();
  let before: AssistantMessageContent[] = [];
  const step = (next: () => void): void => {
    try {
      next();
    } catch (error) {
      expect(error).toMatchObject({ code: 'message_too_large' });
    }
    expectToFollow(before, blocks);
    readWhatIsNew(parser, shown);
    before = structuredClone(blocks);
    frozen(blocks).forEach((block, i) => {
      before[i] = block;
    });
  };
  for (const chunk of chunks) step(() => parser.processChunk(chunk));
  step(() => parser.finalizeContentBlocks());
  return blocks;
}

/** The blocks that must not be replaced any more, at their indexes. */
function frozen(blocks: readonly AssistantMessageContent[]): AssistantMessageContent[] {
  const result: AssistantMessageContent[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.type === 'tool_use' ? block.state === 'complete' : !block.partial) result[i] = block;
  }
  return result;
}

function expectToFollow(
  before: readonly AssistantMessageContent[],
  after: readonly AssistantMessageContent[],
): void {
  expect(after.length).toBeGreaterThanOrEqual(before.length);
  for (const [i, old] of before.entries()) {
    const block = after[i];
    if (old.type === 'tool_use') {
      if (block?.type !== 'tool_use') throw new Error('A call became something else.');
      if (old.state === 'complete') expect(block).toBe(old);
      expect([block.id, block.name]).toEqual([old.id, old.name]);
      for (const [name, value] of Object.entries(old.params)) {
        const grows = block.params[name]?.startsWith(value) ?? false;
        // Only a duplicate of a parameter that is not raw may start a value again.
        expect([name, grows || !RAW.has(name)]).toEqual([name, true]);
      }
    } else {
      if (block === undefined || block.type !== old.type) throw new Error('A text became something else.');
      if (!old.partial) expect(block).toBe(old);
      expect(block.content.startsWith(old.content)).toBe(true);
    }
  }
}

/** Puts together each text and raw value from what is new in it. */
function readWhatIsNew(parser: AssistantMessageParser, shown: Map<string, string>): void {
  const readOne = (index: number, whole: string, param?: string): void => {
    const key = `${index} ${param}`;
    const before = shown.get(key) ?? '';
    shown.set(key, before + parser.getContentSince(index, before.length, param));
    expect(shown.get(key)).toBe(whole);
  };
  for (const [i, block] of parser.getContentBlocks().entries()) {
    if (block.type !== 'tool_use') readOne(i, block.content);
    else for (const [name, value] of Object.entries(block.params)) if (RAW.has(name)) readOne(i, value, name);
  }
}

// The long form is `npm run test:long`.
const RUNS = { numRuns: isLong ? 3000 : 400 };

test('P2 any chunking gives the blocks of the whole text, and nothing shown is taken back', () => {
  fc.assert(
    fc.property(anyText, places, options, (text, at, options) => {
      const chunks = cut(text, at);
      expect(stream(chunks, options)).toEqual(parseAssistantMessage(text, options));
    }),
    RUNS,
  );
});

test('P2 one character at a time gives the blocks of the whole text', () => {
  fc.assert(
    fc.property(anyText, options, (text, options) => {
      expect(stream(text.split(''), options)).toEqual(parseAssistantMessage(text, options));
    }),
    { numRuns: isLong ? 1000 : 150 },
  );
});

test('P4 a call that is printed is read as it was, whatever its values are', () => {
  const prose = fc.string({ unit: fc.constantFrom('a', ' ', '.', '😀', '\n', '<', '&', '>'), maxLength: 20 });
  const printable = fc
    .constantFrom(...Object.entries(builtInTools))
    .chain(([tool, names]) =>
      fc.tuple(fc.constant(tool), fc.subarray([...names]), fc.array(body, { minLength: 7 })),
    )
    .map(([tool, names, values]) => ({
      tool,
      params: names.map((name, i) => [name, values[i] ?? ''] as const),
    }))
    .filter(({ tool, params }) =>
      params.every(
        ([name, value], i) =>
          !value.endsWith('\r') &&
          // A plain value cannot hold its closing tag; a raw one not what may follow it; a file not half a line break.
          (RAW.has(name)
            ? !value.includes(`</${tool}>`) &&
              !PARAMS[tool]?.some((param) => value.includes(`<${param}>`)) &&
              !params.slice(i + 1).some(([, later]) => later.includes(`</${name}>`))
            : !value.includes(`</${name}>`)),
      ),
    );
  fc.assert(
    fc.property(prose, printable, prose, places, (before, { tool, params }, after, at) => {
      const tags = params.map(
        ([name, value]) => `<${name}>${name === 'content' ? `\n${value}\n` : value}</${name}>`,
      );
      const text = `${before.replaceAll('<', '')}<${tool}>${tags.join('\n')}</${tool}>${after.replaceAll('<', '')}`;
      const expected = params.map(([name, value]) => {
        if (name === 'content') return [name, value];
        return [
          name,
          (tool === 'execute_command' && name === 'command' ? value.replaceAll('&amp;', '&') : value).trim(),
        ];
      });
      const blocks = stream(cut(text, at), {});
      const call = blocks.find((block) => block.type === 'tool_use');
      expect(call).toMatchObject({ name: tool, params: Object.fromEntries(expected), state: 'complete' });
      expect(call).not.toHaveProperty('problem');
      const texts = blocks.flatMap((block) => (block.type === 'text' ? block.content : []));
      expect(texts.join('|')).toBe(
        [before, after]
          .map((t) => t.replaceAll('<', '').trim())
          .filter(Boolean)
          .join('|'),
      );
    }),
    { numRuns: runs(1000) },
  );
});

const CORPUS: readonly string[] = [
  `I'll \`read\` it.\r\n\r\n<thinking>Which <path>?</thinking>\r\n<read_file>\r\n<path>src/ä😀.ts</path>\r\n</read_file>\r\n`,
  `<write_to_file>\n<path>a.md</path>\n<content>\n# Use\n\n\`\`\`xml\n<read_file></content>\n\`\`\`\n</content>\n<line_count>5</line_count>\n</write_to_file> Done.`,
  `- one\n  \`\`\`ts\n  <read_file><path>x</path></read_file>\n  \`\`\`\n> ~~~\n> </content>\n> ~~~\n<!-- <condense> --> it\`s <execute_command><command>a &amp;&amp; b \`c\`</command></execute_command> and\n<wri`,
  `it\`s <read_file><path>a</path></read_file> and\n\`<read_file>\` and <read_file><path>b</path></read_file> \`x\n\`\`\``,
  `<apply_diff><path>a</path><diff>\n<<<<<<< SEARCH\n</diff>\n=======\n>>>>>>> REPLACE\n</diff></apply_diff></diff>`,
  `<function_calls>\n<invoke name="write_to_file">\n<parameter name="path">a</parameter>\n<parameter name="content">\n</parameter>x\n</parameter>\n</invoke>\n</function_calls>ok`,
  `Sure.\n<tool_call>\n<function=write_to_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n  b</parameter> c\n</parameter>\n</function>\n</tool_call>`,
  `One\n<tool_call>\n{"name": "write_to_file", "arguments": {"path": "a\\u00e4\\n", "content": "</tool_call>\\"", "line_count": 3, "x": [1, {"}": "]"}]}}\n</tool_call>\n<tool_call>{"name": "nope"}</tool_call>`,
];

test.each(CORPUS)('P2 every cut of a message gives the blocks of the whole: %j', (text) => {
  for (const dialect of DIALECTS) {
    const whole = parseAssistantMessage(text, { dialect });
    for (let i = 0; i <= text.length; i++) {
      expect(stream([text.slice(0, i), text.slice(i)], { dialect })).toEqual(whole);
    }
  }
});

test('P231 every cut of a message at every limit gives the same blocks', () => {
  const text = 'é <write_to_file><path>😀</path><content>\n€ä</content></write_to_file> ü';
  for (let maxMessageBytes = 0; maxMessageBytes <= 85; maxMessageBytes++) {
    const whole = parseAssistantMessage(text, { maxMessageBytes });
    for (let i = 0; i <= text.length; i++) {
      expect(stream([text.slice(0, i), text.slice(i)], { maxMessageBytes })).toEqual(whole);
    }
  }
});

test('P8 nothing throws: any text, and real messages with pieces changed', () => {
  const changed = fc
    .tuple(
      fc.constantFrom(...CORPUS),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 9 }), fc.constantFrom(...PIECES, ...OTHER_PIECES, ''))),
    )
    .map(([text, changes]) =>
      changes.reduce((now, [at, length, piece]) => {
        const from = at % (now.length + 1);
        return now.slice(0, from) + piece + now.slice(from + length);
      }, text),
    );
  const anything = fc.oneof(
    changed,
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(anything, places, options, (text, at, options) => {
      expect(stream(cut(text, at), options)).toEqual(parseAssistantMessage(text, options));
    }),
    RUNS,
  );
});
