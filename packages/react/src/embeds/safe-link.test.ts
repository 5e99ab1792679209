import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SafeLink } from './safe-link.tsx';

const draw = (href: string): string => renderToStaticMarkup(SafeLink({ href, children: 'x' }));

test('D94 a link leads to the host that it tells, on every page', () => {
  expect(draw('https://example.org')).toContain('href="https://example.org" title="example.org"');
  expect(draw('https:example.org/a')).toContain('href="https://example.org/a" title="example.org"');
  expect(draw('https:/\\example.org')).toContain('href="https://example.org/" title="example.org"');
  expect(draw('mailto:a@example.org')).toContain('href="mailto:a@example.org" title="a@example.org"');
});

test.each(['javascript:x', 'data:text/html,x', '/path', '//example.org', '', 'ftp://example.org'])(
  'D94 %j is no link',
  (href) => {
    expect(draw(href)).toBe('x');
  },
);
