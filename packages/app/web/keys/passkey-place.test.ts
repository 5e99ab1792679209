import { expect, test } from 'vitest';
import { namedAddress, passkeyPlace } from './passkey-place.ts';

const SECURE = { isSecureContext: true, PublicKeyCredential: {} };

test('F78 a page knows whether it can have passkeys, and where else it could', () => {
  for (const hostname of ['localhost', 'chat.example', '10.example'])
    expect(passkeyPlace(hostname, SECURE)).toBe('here');
  for (const hostname of ['127.0.0.1', '192.168.1.5', '[::1]', '[fd00::1]'])
    expect(passkeyPlace(hostname, SECURE)).toBe('ip');
  expect(passkeyPlace('chat.example', { isSecureContext: false })).toBe('insecure');
  expect(passkeyPlace('chat.example', { isSecureContext: true })).toBe('none');
  const at = (href: string) => namedAddress(new URL(href));
  expect(at('http://127.0.0.1:4141/settings')).toBe('http://localhost:4141');
  expect(at('http://[::1]/')).toBe('http://localhost');
  expect(at('https://192.168.1.5:4141/')).toBeUndefined();
});
