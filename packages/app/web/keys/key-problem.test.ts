import { ApiError } from '@millrace/react';
import { expect, test } from 'vitest';
import { english } from '../base/strings.ts';
import { keyProblem } from './key-problem.ts';

const { keys: words } = english;
const refused = (code: string, body: object = {}): string =>
  keyProblem(english, new ApiError(401, code, 'The server’s own words.', { code, ...body }));
const ofBrowser = (name: string): string => keyProblem(english, Object.assign(new Error('No.'), { name }));

test('F79 what goes wrong at sign-in is told in words of the page, with when to try again', () => {
  expect(refused('wrong_passphrase')).toBe('The sign-in name or the passphrase is wrong.');
  expect(refused('too_often', { retry_after: 30 })).toMatch(/ Try again in 30 seconds\. /);
  expect(refused('too_often', { retry_after: 480 })).toMatch(/ Try again in 8 minutes\. /);
  expect(refused('something_new')).toBe(words.failed);
  for (const name of ['NotAllowedError', 'AbortError']) expect(ofBrowser(name)).toBe(words.cancelled);
  expect(ofBrowser('InvalidStateError')).toBe(words.problems['passkey_known']);
  expect(ofBrowser('TypeError')).toBe(words.failed);
});
