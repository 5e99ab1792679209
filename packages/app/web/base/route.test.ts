import { expect, test } from 'vitest';
import { parseRoute } from './route.ts';

test('W11 an address names a chat, a section of the settings, or a new chat', () => {
  expect(parseRoute('/')).toEqual({ type: 'new' });
  expect(parseRoute('/start')).toEqual({ type: 'start' });
  expect(parseRoute('/chat/a-1')).toEqual({ type: 'chat', id: 'a-1' });
  expect(parseRoute('/settings/tools')).toEqual({ type: 'settings', section: 'tools' });
  for (const path of ['/settings', '/settings/', '/settings/nonsense', '/settings/toString'])
    expect(parseRoute(path)).toEqual({ type: 'settings', section: 'models' });
  for (const path of ['/chat/', '/chat/a b', '/elsewhere']) expect(parseRoute(path)).toEqual({ type: 'new' });
});
