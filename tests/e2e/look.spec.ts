import { expect, test } from '@playwright/test';
import { lookTwice, violations } from './look.ts';

const page = (style: string, body: string): string =>
  `<!doctype html><html lang="en"><title>Page</title><style>:root { color-scheme: light dark; background: light-dark(#fff, #000); }
  a { text-decoration: none; color: light-dark(#00e, #9cf); } ${style}</style><main><h1>Page</h1>${body}</main></html>`;

const FAULTS = {
  'words that are faint only in the dark': page('p { color: light-dark(#000, #222); }', '<p>Faint</p>'),
  'words that are faint only in the light': page('p { color: light-dark(#ddd, #fff); }', '<p>Faint</p>'),
  'a link that is only in the dark almost like the text beside it': page(
    'a { text-decoration: none; color: light-dark(#2670c8, #ddd); } p { color: light-dark(#000, #fff); }',
    '<p>Some words and <a href="#x">a link</a> among them.</p>',
  ),
  'a button without a name': page('', '<button></button>'),
};

for (const [name, fault] of Object.entries(FAULTS))
  test(`H61 one look at both themes finds ${name}`, async ({ page }) => {
    await page.setContent(fault);
    const theme = name.includes('dark') ? 'dark' : 'light';
    await expect(lookTwice(page, 'fault')).rejects.toThrow(`fault-${theme}`);
  });

test('H61 a page without a fault passes in both themes, by all rules', async ({ page: tab }) => {
  await tab.setContent(page('p { color: light-dark(#000, #fff); }', '<p>Plain</p>'));
  await lookTwice(tab, 'plain');
  expect(await violations(tab)).toEqual([]);
});
