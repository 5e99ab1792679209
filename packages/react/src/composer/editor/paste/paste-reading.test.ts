import { parseMessage } from '@millrace/engine/document';
import { expect, test } from 'vitest';
import { PASTE_CASES } from '../../../../../../fixtures/paste/payloads.ts';
import { packReading, unpackReading } from './packed-reading.ts';
import { readWhole } from './paste-reading.ts';

test.each(PASTE_CASES)(
  'D468 the attributes of a paste are those that it has in a message: $name',
  ({ payload, options = {} }) => {
    const { pasted, attrs } = readWhole(payload, options);
    if (pasted.type !== 'embed') return expect(attrs).toBeUndefined();
    const { embeds } = parseMessage(`${pasted.markdown}\n\n`, { mode: 'write', messageId: 'pasted' });
    return expect([attrs]).toEqual(embeds);
  },
);

test.each(PASTE_CASES)('D469 a reading is the same behind the worker: $name', ({ payload, options = {} }) => {
  const reading = readWhole(payload, options);
  expect(unpackReading(structuredClone(packReading(reading)))).toEqual(reading);
});

test('D469 the cells of a sheet leave the worker as one text', () => {
  const sheet = readWhole({ types: { 'text/plain': 'a\tb\n1\t2' }, files: [] }, {});
  expect(packReading(sheet)).toMatchObject({
    cells: '[["a","b"],["1","2"]]',
    reading: { pasted: { content: '' } },
  });
});
