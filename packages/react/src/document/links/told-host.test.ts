import { expect, test } from 'vitest';
import { toldHost } from './told-host.ts';

const honest: readonly (readonly [string, string])[] = [
  ['the docs', 'https://example.org/docs'],
  ['example.org', 'https://example.org/'],
  ['www.example.org', 'https://example.org/'],
  ['example.org', 'https://www.example.org/a'],
  ['https://example.org/a/b.git', 'https://example.org/a/b.git'],
  ['README.md', 'https://example.org/readme'],
  ['Node.js', 'https://nodejs.org/'],
  ['somebody@example.org', 'mailto:somebody@example.org'],
  ['e.g. this', 'https://example.org/'],
];

const hiding: readonly (readonly [string, string, string])[] = [
  ['google.com', 'https://evil.example/', 'evil.example'],
  ['https://google.com/login', 'https://evil.example/login', 'evil.example'],
  ['Go to www.bank.com now', 'https://evil.example/', 'evil.example'],
  ['google.com', 'https://google.com.evil.example/', 'google.com.evil.example'],
  ['google.com', 'https://notgoogle.com/', 'notgoogle.com'],
  ['https://google.com@evil.example', 'https://google.com@evil.example', 'evil.example'],
  ['аpple.com', 'https://аpple.com/', 'xn--pple-43d.com'],
  ['\u202Emoc.elgoog', 'https://evil.example/', 'evil.example'],
  ['goo\u200Bgle.com', 'https://evil.example/', 'evil.example'],
  ['boss@bank.com', 'mailto:thief@evil.example', 'thief@evil.example'],
];

test.each(honest)('D94 "%s" to %s needs no more', (text, href) => {
  expect(toldHost(text, href)).toBeUndefined();
});

test.each(hiding)('D94 "%s" to %s is told', (text, href, host) => {
  expect(toldHost(text, href)).toBe(host);
});

test('D94 what is no web or mail address is no link', () => {
  expect(toldHost('google.com', 'javascript:alert(1)')).toBeUndefined();
});
