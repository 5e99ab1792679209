import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { findDefinitions } from '../definitions/find-definitions.ts';
import { languageOf } from '../definitions/languages.ts';
import { listCodeDefinitionsTool } from './list-code-definitions.ts';

const SAMPLES: readonly [file: string, text: string, names: string][] = [
  [
    'a.ts',
    `export abstract class Mill<T> {
  private wheel = 1;
  grind(): void { const inner = () => 1; function deep() {} }
  static turn = () => 1;
  abstract stop(): void;
}
export interface Water { flow: number }
type Grain = string;
enum Kind { Rye }
export function open() {}
export const close = async () => {};
const LIMIT = 5;
namespace Inside { export function door() {} }
function* steps() {}`,
    'Mill grind turn stop Water Grain Kind open close Inside door steps',
  ],
  ['a.tsx', 'export function Page() { return <a href="x">y</a>; }\nconst Row = () => <b />;', 'Page Row'],
  [
    'a.jsx',
    'class A { b = () => <i />; c() {} }\nvar d = function () {};\nexport default function e() {}',
    'A b c d e',
  ],
  ['a.py', 'class A(B):\n    def m(self):\n        def n(): pass\n@cache\nasync def f(): pass\n', 'A m f'],
  [
    'a.go',
    'package p\ntype S struct { a int }\ntype I interface { M() }\ntype L = int\nfunc F() {}\nfunc (s *S) M() {}\n',
    'S I L F M',
  ],
  [
    'a.rs',
    'pub struct S;\nenum E { A }\ntrait T { fn t(&self); }\nimpl T for S { fn t(&self) {} }\nmod n { pub fn f() {} }\nmacro_rules! m { () => {} }\n',
    'S E T t S t n f m',
  ],
  [
    'A.java',
    'class A { A() {} void m() {} interface I { void q(); } enum E { X } }\nrecord R(int a) {}',
    'A A m I q E R',
  ],
  [
    'a.c',
    'struct s { int a; };\nstruct s use;\ntypedef struct { int b; } t;\nint f(int a) { return 1; }\nstatic char *g(void) { return 0; }\n#define M(x) x\n',
    's t f(int a) *g(void) M',
  ],
  [
    'a.hpp',
    'namespace n { class A { void m() {} ~A() {} }; }\nvoid n::A::k() {}\ntemplate <class T> struct S {};\nusing X = int;\n',
    'n A m() ~A() n::A::k() S X',
  ],
  [
    'a.cs',
    'namespace N { class A { int P { get; set; } A() {} void M() {} } interface I {} struct S {} record R(int a); }',
    'N A P A M I S R',
  ],
  ['a.rb', 'module M\n  class A < B\n    def m; end\n    def self.s; end\n  end\nend\n', 'M A m s'],
  [
    'a.php',
    '<?php\nclass A { function m() {} }\ninterface I {}\ntrait T {}\nfunction f() {}\nenum E { case A; }\n',
    'A m I T f E',
  ],
];

test.each(SAMPLES)('A110 what %s defines is found', async (file, text, names) => {
  const language = languageOf(file);
  if (language === undefined) return expect.fail('The language is not known.');
  expect((await findDefinitions(text, language)).map(({ name }) => name).join(' ')).toBe(names);
});

const list = async (files: Readonly<Record<string, string>>, path: string): Promise<string> =>
  (await listCodeDefinitionsTool().run({ path }, makeWorkFolder(files).ctx)).content;

test('A110 definitions are told with their lines, and those of a class stand in it', async () => {
  const text = '@cache\nclass A:\n    def m(self,\n          x):\n        pass\n\ndef f(): pass\n';
  expect(await list({ 'src/a.py': text }, 'src/a.py')).toBe(
    'src/a.py\n  2-5 | class A:\n  3-5 |   def m(self,\n  7-7 | def f(): pass',
  );
});

test('A110 of a folder the files directly in it are read, and no links', async () => {
  const files = {
    'b.js': 'function b() {}',
    'a.go': 'package p',
    'c.txt': 'x',
    'deep/d.js': 'function d() {}',
  };
  const work = makeWorkFolder(files);
  symlinkSync(join(makeWorkFolder({ 'x.js': 'function secret() {}' }).root, 'x.js'), join(work.root, 'x.js'));
  const { content } = await listCodeDefinitionsTool().run({ path: '.' }, work.ctx);
  expect(content).toBe('a.go\n  It defines nothing.\n\nb.js\n  1-1 | function b() {}');
  await expect(listCodeDefinitionsTool().run({ path: 'x.js' }, work.ctx)).rejects.toThrow(
    /is a link that leads out of/,
  );
});

test('A110 a language that is not known is told, and a folder without code', async () => {
  expect(await list({ 'a.cob': '' }, 'a.cob')).toMatch(/language of a.cob is not supported.*\bts\b/);
  expect(await list({ 'a.txt': '' }, '.')).toMatch(/directly contains no files in a supported language/);
});

test('A110 a file with mistakes still gives what it can', async () => {
  const text = 'function good() {}\nclass {{{ ???\nconst = ;\nfunction other() { return 1 }\n';
  expect(await list({ 'a.ts': text }, 'a.ts')).toMatch(/good[\s\S]*other/);
});

test('A110 no more than 500 definitions of 100 files are told, and none of a huge file', async () => {
  const many = Array.from({ length: 700 }, (_, i) => `function f${i}() {}`).join('\n');
  const found = await list({ 'a.js': many, 'b.js': 'function b() {}' }, '.');
  expect(found).toMatch(/f499[\s\S]*200 more in this file[\s\S]*1 more files are left out/);
  expect(found).not.toMatch(/f500/);
  expect(await list({ 'a.js': `${' '.repeat(1_000_001)}` }, 'a.js')).toMatch(/larger than 1 MB/);
});
