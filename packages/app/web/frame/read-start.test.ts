import { expect, test } from 'vitest';
import { readStart } from './read-start.ts';

const TOKEN = 't'.repeat(43);

test('U573 the fragment of a link that adds a device has a token and a secret; any other fragment is a token', () => {
  expect(readStart(`${TOKEN}.AAECAwQFBgcICQoLDA0ODw`)).toEqual({
    token: TOKEN,
    secret: Uint8Array.from({ length: 16 }, (_, i) => i),
  });
  for (const token of [
    '',
    TOKEN,
    `${TOKEN}.`,
    `${TOKEN}.short`,
    'chosen.AAECAwQFBgcICQoLDA0ODw',
    `${TOKEN}.${TOKEN}`,
  ])
    expect(readStart(token)).toEqual({ token });
});
