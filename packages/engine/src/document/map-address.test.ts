import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { createMemoryStore } from '../content/memory-store.ts';
import { isGeoAddress, mapPlace } from './map-address.ts';
import { createMessageParser, parseMessage } from './message/message-parser.ts';
import { toMarkdown } from './print/to-markdown.ts';

const OPTIONS = { mode: 'read', messageId: 'm' } as const;
const VIENNA = { latitude: 48.2082, longitude: 16.3738 };

const PLACES = [
  [
    'https://www.google.com/maps/place/St.+Stephen%27s+Cathedral/@48.2082,16.3738,17z/data=!3m1',
    "St. Stephen's Cathedral",
    VIENNA,
  ],
  ['https://www.google.de/maps?q=Stephansplatz+1,+Wien', 'Stephansplatz 1, Wien', undefined],
  ['https://maps.google.co.uk/?q=48.2082,16.3738', undefined, VIENNA],
  ['https://www.google.com/maps/search/?api=1&query=Caf%C3%A9+Central', 'Café Central', undefined],
  ['https://www.google.com/maps/dir/Wien/Graz/@47,15,8z', 'Wien → Graz', { latitude: 47, longitude: 15 }],
  ['https://maps.app.goo.gl/abc123', undefined, undefined],
  ['https://goo.gl/maps/abc123', undefined, undefined],
  ['https://www.openstreetmap.org/?mlat=48.2082&mlon=16.3738#map=17/48.2/16.3', undefined, VIENNA],
  ['https://www.openstreetmap.org/#map=17/48.2082/16.3738', undefined, VIENNA],
  ['https://www.openstreetmap.org/search?query=Stephansdom', 'Stephansdom', undefined],
  ['https://www.openstreetmap.org/way/25426516', undefined, undefined],
  ['https://maps.apple.com/?q=Stephansdom&ll=48.2082,16.3738', 'Stephansdom', VIENNA],
  ['https://maps.apple.com/place?coordinate=48.2082,16.3738&name=Stephansdom', 'Stephansdom', VIENNA],
  ['https://www.bing.com/maps?cp=48.2082~16.3738&q=Stephansdom', 'Stephansdom', VIENNA],
  ['https://www.bing.com/maps/default.aspx?sp=point.48.2082_16.3738_Dom_Nice', 'Dom', VIENNA],
  ['geo:48.2082,16.3738', undefined, VIENNA],
  ['GEO:48.2082,16.3738;u=35?z=17&q=48.2082,16.3738(Stephansdom)', 'Stephansdom', VIENNA],
] as const;

test.each(PLACES)('D378 mapPlace(%j) is %j', (url, name, point) => {
  expect(mapPlace(url)).toEqual({
    ...(name !== undefined && { name }),
    ...(point !== undefined && { point }),
  });
});

test.each([
  'https://google.com.evil.example/maps/place/Bank',
  'https://evil.example/google.com/maps/place/Bank',
  'https://www.google.com@evil.example/maps/place/Bank',
  'https://me:pw@www.google.com/maps/place/Bank',
  'https://www.google.com:444/maps/place/Bank',
  'https://www.google.com/maps/../url?q=https://evil.example',
  'https://www.google.com/mapsearch',
  'https://www.googIe.com.example/maps',
  'https://notgoogle.com/maps',
  'https://xn--ggle-55da.com/maps',
  'https://www.openstreetmap.org/about',
  'https://www.openstreetmap.org/',
  'https://maps.apple.com.evil.example/?q=x',
  'https://www.bing.com/search?q=maps',
  'javascript:geo:48,16',
  'geo:',
  'geo:91,0',
  'geo:0,181',
  'geo:48.2 16.3',
  'geo:48,16 and more',
  'geo:48,16,javascript:alert(1)',
  `geo:48,16;${'a'.repeat(61)}`,
])('D378 %j is no map', (url) => {
  expect(mapPlace(url)).toBeUndefined();
});

test('D378 a name is one short line, whatever the address hides in it', () => {
  const hidden = encodeURIComponent('Bank\u202e\u200b\n\u0000 of\tX\ud83c\udf0a'.repeat(40));
  const { name = '' } = mapPlace(`https://www.google.com/maps/place/${hidden}`) ?? {};
  expect(name).toMatch(/^Bank of X🌊Bank of X🌊/u);
  expect([...name].length).toBeLessThanOrEqual(120);
  expect(name).not.toMatch(/[\p{C}\n]/u);
  expect(mapPlace('https://www.google.com/maps/place/%E0%A4%A')).toEqual({ name: '%E0%A4%A' });
});

test('D378 mapPlace takes any text', () => {
  const part = fc.constantFrom(
    'geo:',
    'https://www.google.com/maps/',
    'place/',
    'dir/',
    '?q=',
    '&',
    '%',
    '@',
    '1,2',
    '#map=1/',
    '\u202e',
    '+',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(part, fc.string()), { maxLength: 8 }).map((parts) => parts.join('')),
      (url) => {
        const { name = 'x' } = mapPlace(url) ?? {};
        expect(name.trim()).toBe(name);
        expect(isGeoAddress(url)).toBe(/^geo:/i.test(url) && mapPlace(url) !== undefined);
      },
    ),
  );
});

test('D379 an address of a map alone on its line is a map with the name of its place; elsewhere it stays a link or text', () => {
  for (const [url, title] of PLACES)
    for (const markdown of [url, `<${url}>`, `There:\n${url}\nand on`])
      expect(parseMessage(markdown, OPTIONS).embeds).toMatchObject([
        { type: 'map', url, status: 'finished', ...(title && { title }) },
      ]);
  for (const markdown of [
    'At geo:48,16 now',
    '- geo:48,16',
    '`geo:48,16`',
    '> https://maps.app.goo.gl/a',
    'geo:48,16!',
  ])
    expect(parseMessage(markdown, OPTIONS).embeds).toEqual([]);
  expect(parseMessage('```\ngeo:48,16\n```', OPTIONS).embeds).toMatchObject([{ type: 'code' }]);
});

const line = fc.constantFrom(
  ...PLACES.map(([url]) => url),
  ...[
    '<geo:1,2>',
    'geo:1,2',
    'geo:1,',
    'geo\\:1,2',
    'geo:1,2  ',
    '*geo:1,2*',
    '*',
    '`',
    'text',
    '',
    '===',
    '---',
    '| a |',
    '- a',
    'geo:1,2 b',
    'geo:1,2*',
    'geo:1,2_',
    'geo:1,2`',
    'geo:1,2[',
  ],
);
const message = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));

test('D379 a message with maps is the same document however it is cut, and an embed that came stays', () => {
  fc.assert(
    fc.property(message, fc.integer({ min: 1, max: 9 }), (text, length) => {
      const parser = createMessageParser(OPTIONS);
      let before: readonly string[] = [];
      for (let at = 0; at < text.length; at += length) {
        const now = parser.append(text.slice(at, at + length)).embeds.map(({ id, type }) => `${id} ${type}`);
        expect(now.slice(0, before.length)).toEqual(before);
        before = now;
      }
      expect(parser.end()).toEqual(parseMessage(text, OPTIONS));
    }),
    { numRuns: runs(300) },
  );
});

test('D379 a message with maps that is printed reads back as the same one', async () => {
  await fc.assert(
    fc.asyncProperty(message, async (text) => {
      const { doc, contents } = parseMessage(text, OPTIONS);
      const store = createMemoryStore();
      for (const [ref, content] of contents) await store.put(ref, content);
      const printed = await toMarkdown(doc, store);
      expect('markdown' in printed && parseMessage(printed.markdown, OPTIONS).doc).toEqual(doc);
    }),
    { numRuns: runs(150) },
  );
});
