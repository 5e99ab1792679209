import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagePath, parseMessagePlace, parseRoute } from './route.ts';

test('W11 an address names a chat, a section of the settings, or a new chat', () => {
  expect(parseRoute('/')).toEqual({ type: 'new' });
  expect(parseRoute('/start')).toEqual({ type: 'start' });
  expect(parseRoute('/chat/a-1')).toEqual({ type: 'chat', id: 'a-1' });
  expect(parseRoute('/settings/tools')).toEqual({ type: 'settings', section: 'tools' });
  for (const path of ['/settings', '/settings/', '/settings/nonsense', '/settings/toString'])
    expect(parseRoute(path)).toEqual({ type: 'settings', section: 'models' });
  for (const path of ['/chat/', '/chat/a b', '/elsewhere']) expect(parseRoute(path)).toEqual({ type: 'new' });
});

test('U500 the address of a message gives back its id and the words', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, words) => {
      const [, fragment = ''] = messagePath('c', id, words).split('#');
      expect(parseMessagePlace(fragment)).toEqual({ id, words });
    }),
  );
  expect(parseMessagePlace('')).toEqual({});
  expect(parseMessagePlace('m~%')).toEqual({ id: 'm' });
});
