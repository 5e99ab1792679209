import { parseMessage } from '@millrace/engine';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentView } from './document-view.tsx';
import { startOutline } from './heading-outline.ts';

const html = (text: string, below?: number): string =>
  renderToStaticMarkup(
    createElement(DocumentView, {
      ...{ text, messageId: 'm', running: true },
      ...(below !== undefined && { below }),
    }),
  );
const tags = (text: string, below?: number): number[] =>
  Array.from(html(text, below).matchAll(/<h(\d)/g), ([, level]) => Number(level));

test('D91 a heading is one below the nearest one above it that was written higher', () => {
  expect(tags('## a\n\n### b\n\n## c\n\n#### d\n\n# e\n\n## f\n')).toEqual([3, 4, 3, 4, 3, 4]);
  expect(tags('> ### a\n\n- # b\n\n  ###### c\n')).toEqual([3, 3, 4]);
  expect(tags('# a\n', 1)).toEqual([2]);
  expect(tags('# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6\n')).toEqual([3, 4, 5, 6, 6, 6]);
  expect(startOutline(2)).toBe('0:2');
});

test('D91 a heading in a footnote is text: it stands elsewhere', () => {
  expect(tags('# a[^n]\n\n[^n]:\n    ## b\n\n### c\n')).toEqual([3, 4]);
});

const headings = fc.array(
  fc.record({
    level: fc.integer({ min: 1, max: 6 }),
    around: fc.constantFrom('', '> ', '- ', '1. ', '> - '),
  }),
  { maxLength: 10 },
);

test('D91 no level is left out, and none changes while more text comes', () => {
  fc.assert(
    fc.property(headings, (all) => {
      const text = all.map(({ level, around }) => `${around}${'#'.repeat(level)} x\n\ntext\n\n`).join('');
      const whole = tags(text);
      let last = 2;
      for (const tag of whole) {
        expect(tag).toBeLessThanOrEqual(last + 1);
        last = tag;
      }
      for (let end = 0; end < text.length; end += 11) {
        const some = tags(text.slice(0, end));
        expect(some).toEqual(whole.slice(0, some.length));
      }
    }),
    { numRuns: 20 },
  );
});

test('D91 what was written is still what it looks like', () => {
  expect(html('#### a\n')).toContain('<h3 dir="auto" class="mr-heading mr-heading-4"');
  expect(parseMessage('#### a', { mode: 'read', messageId: 'm' }).doc.content[0]).toMatchObject({
    attrs: { level: 4 },
  });
});
