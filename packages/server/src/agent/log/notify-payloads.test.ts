import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPayload, toPayloads } from './notify-payloads.ts';

const topic = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary', minLength: 500, maxLength: 1500 }),
  fc.constantFrom('run:1', 'run:2'),
);

test('L36 every topic is told once, in payloads that Postgres takes', () => {
  fc.assert(
    fc.property(fc.array(topic, { maxLength: 60 }), (topics) => {
      const payloads = toPayloads(topics);
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
      if (!topics.includes('*')) expect(payloads.flatMap(readPayload)).toEqual([...new Set(topics)]);
    }),
  );
});

test('L36 a topic that fits into no payload calls everybody', () => {
  expect(toPayloads(['a', 'ü'.repeat(4000), 'b']).map(readPayload)).toEqual(['everybody']);
});

test('L36 payloads are filled before the next is begun', () => {
  const topics = Array.from({ length: 1000 }, (_, i) => `run:${String(i).padStart(36, '0')}`);
  expect(toPayloads(topics)).toHaveLength(Math.ceil((1000 * 43) / 7997));
});

test('L36 payloads of others are passed over', () => {
  for (const payload of ['', '{', '{}', '"*"', '1', 'null']) expect(readPayload(payload)).toEqual([]);
  expect(readPayload('[1,"a",null]')).toEqual(['a']);
});
