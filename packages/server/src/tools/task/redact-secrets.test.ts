import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { redactSecrets } from './redact-secrets.ts';

const environment = {
  ACME_PASSWORD: 'hunter2',
  ACME_TOKEN: 'hunter2-hunter3',
  PATH: '/usr/bin',
  DATABASE_URL: 'db.example/x',
};
const options = { environment, home: '/srv/people/ada' };

// Put together here, so that nothing in this file looks like a key that leaked.
const key = (...parts: string[]): string => parts.join('');
const R = 'abcdefABCDEF0123456789abcdefABCDEF0123456789';

const SECRETS: readonly string[] = [
  key('sk-', 'ant-api03-', R),
  key('sk-', 'proj-', R),
  key('sk-', 'or-v1-', R),
  key('sk-', R),
  key('AI', 'za', R.slice(0, 35)),
  key('ya29', '.', R),
  key('gsk', '_', R),
  key('xai', '-', R),
  key('pplx', '-', R),
  key('hf', '_', R),
  key('r8', '_', R),
  key('npm', '_', R.slice(0, 36)),
  key('sk', '_live_', R),
  key('SG', '.', R.slice(0, 22), '.', R),
  key('gh', 'p_', R.slice(0, 36)),
  key('gho', '_', R.slice(0, 36)),
  key('github', '_pat_', R),
  key('glpat', '-', R.slice(0, 20)),
  key('xox', 'b-123456789012-', R),
  key('AK', 'IA', 'ABCDEFGHIJ234567'),
  key('ey', 'JhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0.', R),
  'hunter2-hunter3',
];

test.each(SECRETS.map((secret) => [secret.slice(0, 8), secret]))('T66 %s… does not stay', (_, secret) => {
  for (const text of [secret, `I set it to ${secret}, and`, `"${secret}"`, `a=${secret}\nb`, `(${secret})`])
    expect(redactSecrets(text, options)).not.toContain(secret.slice(0, 12));
});

test.each([
  ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer [removed]'],
  ['postgres://ada:pa55@db.example/x', 'postgres://[removed]@[removed]'],
  ['http://127.0.0.1:4141/start#a-token-that-i-chose', 'http://127.0.0.1:4141/start#[removed]'],
  ['{"api_key": "abcdef123456"}', '{"api_key": "[removed]"}'],
  ['MY_PASSWORD=correct-horse and more', 'MY_PASSWORD=[removed] and more'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nafter', '[removed]\nafter'],
  ['-----BEGIN PRIVATE KEY-----\nMII', '[removed]'],
  ['ask ada.l+x@mail.example.org now', 'ask [email] now'],
  ['in /srv/people/ada/code/a.ts', 'in ~/code/a.ts'],
  ['in /home/bob/code, /Users/eve and C:\\Users\\Eve\\x', 'in ~/code, ~ and ~\\x'],
  ['hunter2-hunter3', '[removed]'],
  ['the password hunter2 of ACME', 'the password [removed] of ACME'],
  // Texts that are no secrets stay.
  [
    'max_tokens: 4096, a token is a word, the key is on the table',
    'max_tokens: 4096, a token is a word, the key is on the table',
  ],
  ['/usr/bin/node at commit 24be651, sk-8, user@host', '/usr/bin/node at commit 24be651, sk-8, user@host'],
  ['', ''],
])('T66 %j becomes %j', (text, clean) => {
  expect(redactSecrets(text, options)).toBe(clean);
});

test('T66 wherever a secret stands it goes, and twice changes nothing more', () => {
  const around = fc.string({ unit: 'binary', maxLength: 30 });
  fc.assert(
    fc.property(around, fc.constantFrom(...SECRETS), around, (before, secret, after) => {
      const clean = redactSecrets(`${before} ${secret} ${after}`, options);
      expect(clean).not.toContain(secret);
      expect(redactSecrets(clean, options)).toBe(clean);
    }),
    { numRuns: runs(500) },
  );
});
