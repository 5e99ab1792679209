import { groupEmbeds, parseMessage } from '@millrace/engine';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmbedGroup } from './embed-group.tsx';

const fence = (info: string): string => `\`\`\`${info}\nx\n\`\`\``;
const draw = (markdown: string): string => {
  const { doc, contents } = parseMessage(markdown, { mode: 'read', messageId: 'm', proven: true });
  return groupEmbeds(doc)
    .map(({ key, embeds }) =>
      renderToStaticMarkup(<EmbedGroup key={key} nodes={embeds} contents={contents} />),
    )
    .join('\n');
};
const call = (id: number): string => fence('json').replace('x', `{"tool":"a","id":"${id}","input":{}}`);

test.each([
  ['code', `${fence('py')}\n\n${fence('ts')}`],
  ['diagrams', `${fence('mermaid')}\n\n${fence('mermaid')}`],
  ['sheets', '| a |\n|---|\n| 1 |\n\n\n| b |\n|---|\n| 2 |'],
  [
    'documents',
    [1, 2].map((n) => fence('document_html').replace('x', `<!-- title: "${n}" -->\nHi`)).join('\n\n'),
  ],
  ['calls', `${call(1)}\n\n${call(2)}`],
])('D372 %s stand below each other', (_, markdown) => {
  const html = draw(markdown);
  expect(html.match(/data-embed=/g)).toHaveLength(2);
  expect(html).not.toMatch(/mr-slider|role="list"|role="listitem"|1 of 2/);
});

test.each([
  ['pages', 'https://a.example/\n\nhttps://b.example/'],
  ['images', 'https://a.example/a.png\n\nhttps://b.example/b.png'],
  ['videos', 'https://youtu.be/a\n\nhttps://youtu.be/b'],
])('D372 %s stand side by side', (_, markdown) => {
  const html = draw(markdown);
  expect(html.match(/role="listitem"/g)).toHaveLength(2);
  expect(html).toContain('1 of 2');
});
