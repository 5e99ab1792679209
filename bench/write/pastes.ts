const SIZE = 5_000_000;

const repeated = (line: (n: number) => string): string => {
  const first = line(0);
  return Array.from({ length: Math.ceil(SIZE / first.length) }, (_, n) => line(n)).join('');
};
const code = (): string =>
  repeated((n) => `const value${n % 10} = compute(1, 2, "three"); // a line of code\n`);
const prose = (): string =>
  repeated(
    (n) =>
      `The mill grinds slowly and the water runs past wheel ${n % 10} all day long.\n${n % 5 === 0 ? '\n' : ''}`,
  );
const cells = (): string => repeated((n) => `name ${n % 10}\t18,240\t2,371\t13.0%\n`);
const html = (tag: (n: number) => string, open = '', close = ''): string => `${open}${repeated(tag)}${close}`;

/** 5 MB of clipboards, by MIME type. */
export const PASTES: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'code of VS Code': () => ({
    'text/plain': code(),
    'vscode-editor-data': '{"version":1,"isFromEmptySelection":false,"mode":"typescript"}',
  }),
  'code without a name': () => ({ 'text/plain': code() }),
  'one line': () => ({ 'text/plain': 'x'.repeat(SIZE) }),
  prose: () => ({ 'text/plain': prose() }),
  'cells with tabs': () => ({ 'text/plain': cells() }),
  'a table of HTML with its text': () => ({
    'text/plain': repeated((n) => `name ${n % 10}\t18,240\n`).slice(0, 1_000_000),
    'text/html': html((n) => `<tr><td>name ${n % 10}</td><td>18,240</td></tr>`, '<table>', '</table>').slice(
      0,
      4_000_000,
    ),
  }),
  'a document of HTML': () => ({
    'text/html': html((n) => `<p>The <b>mill</b> grinds slowly, part ${n % 10}, and the water runs.</p>`),
  }),
  'Markdown with 20,000 fences': () => ({
    'text/markdown': html(
      (n) =>
        `Part ${n % 10}\n\n\`\`\`ts\nconst value = 1;\n\`\`\`\n\nmore of the text of this part, to have enough of it, and so on, on, on, on and on, and on, and on, and on, and on again. And some more of it, which is enough. This fills it up to 250 now.\n\n`,
    ),
    'text/plain': 'x',
  }),
  'one line as plain text': () => ({ 'text/plain': 'word '.repeat(SIZE / 5) }),
  'code as plain text': () => ({ 'text/plain': code() }),
  'prose as plain text': () => ({ 'text/plain': prose() }),
};
