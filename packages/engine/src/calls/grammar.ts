import type { ToolParameters } from './built-in-tools.ts';
import { type Dialect, JSON_CALL, TAG_DIALECTS, type TagDialect } from './dialects.ts';
import { addTag, createTagRoot, type TagNode } from './tag-trie.ts';
import type { ValueShape } from './value.ts';

/** The meaning of a tag in the place where it is read. */
export type Tag =
  | { readonly kind: 'tool'; readonly tool: ToolGrammar; readonly grammar: Grammar }
  | { readonly kind: 'param'; readonly param: ParamGrammar }
  | { readonly kind: 'wrapper'; readonly close: string; readonly json: Grammar | null }
  | { readonly kind: 'thinking' | 'comment' | 'close' };

export interface ParamGrammar {
  readonly name: string;
  readonly close: string;
  /** Ends only at a closing tag that is followed by what may follow a value. */
  readonly raw: boolean;
  readonly shape: ValueShape;
  /** True when only the message's own limit holds. */
  readonly unlimited: boolean;
}

export interface ToolGrammar {
  readonly name: string;
  readonly close: string;
  readonly params: readonly ParamGrammar[];
  /** The tags that count inside the call: its parameters, and every closing tag. */
  readonly root: TagNode<Tag>;
  /** The name and the closing tag of a parameter that was not declared. */
  readonly otherParam: (tag: string) => { readonly name: string; readonly close: string } | null;
}

/** The tags of a set of tools in one dialect. */
export interface Grammar {
  /** The tags that count in text. */
  readonly text: TagNode<Tag>;
  /** Closing tags alone, for places where nothing opens. */
  readonly closers: TagNode<Tag>;
  readonly tools: ReadonlyMap<string, ToolGrammar>;
}

export const THINKING_CLOSE = '</thinking>';

const RAW_PARAMS: ReadonlySet<string> = new Set([
  'content',
  'diff',
  'args',
  'arguments',
  'code_edit',
  'search',
  'replace',
  'result',
  'follow_up',
  'todos',
  'message',
]);

export const CLOSE: Tag = { kind: 'close' };
const NAME = /^[A-Za-z_][\w.:/-]{0,127}$/;
const made = new WeakMap<ToolParameters, Map<Dialect, Grammar>>();

/** The grammar of a set of tools, made once for each object of tools. Throws when a name cannot stand in a tag. */
export function grammarOf(tools: ToolParameters, dialect: Dialect): Grammar {
  let dialects = made.get(tools);
  if (dialects === undefined) {
    checkNames(tools);
    dialects = new Map();
    made.set(tools, dialects);
  }
  let grammar = dialects.get(dialect);
  if (grammar === undefined) {
    grammar = createGrammar(tools, dialect);
    dialects.set(dialect, grammar);
  }
  return grammar;
}

function checkNames(tools: ToolParameters): void {
  const params = Object.values(tools).flat();
  for (const name of [...Object.keys(tools), ...params]) {
    if (NAME.test(name) && name !== '__proto__') continue;
    throw new Error(
      `"${name}" cannot be the name of a tool or parameter. Begin with a letter or _, then use letters, digits and _ . : / - only, at most 128 characters.`,
    );
  }
}

function createGrammar(tools: ToolParameters, dialect: Dialect): Grammar {
  switch (dialect) {
    case 'auto':
      return createAutoGrammar(tools);
    case 'hermes':
      return createJsonGrammar(tools);
    case 'roo':
    case 'invoke':
    case 'qwen':
      return createTagGrammar(tools, TAG_DIALECTS[dialect]);
    default:
      throw new Error(`"${String(dialect)}" is no dialect. Use roo, invoke, qwen, hermes or auto.`);
  }
}

function createTagGrammar(tools: ToolParameters, dialect: TagDialect): Grammar {
  const { wrapper } = dialect;
  const closers = createClosers([
    ...Object.entries(tools).flatMap(([tool, params]) => [
      dialect.closeTool(tool),
      ...params.map(dialect.closeParam),
    ]),
    ...(wrapper === undefined ? [] : [wrapper.close]),
  ]);
  const grammar = { text: createTextRoot(closers), closers, tools: new Map<string, ToolGrammar>() };
  for (const [name, params] of Object.entries(tools)) {
    const tool = createTool(name, params, closers, dialect);
    grammar.tools.set(name, tool);
    for (const open of dialect.openTool(name)) addTag(grammar.text, open, { kind: 'tool', tool, grammar });
  }
  if (wrapper !== undefined) {
    addTag(grammar.text, wrapper.open, { kind: 'wrapper', close: wrapper.close, json: null });
  }
  return grammar;
}

function createTool(
  name: string,
  params: readonly string[],
  closers: TagNode<Tag>,
  dialect: TagDialect,
): ToolGrammar {
  const root = createTagRoot<Tag>(closers.child);
  const declared = params.map((param) => createParam(name, param, dialect.closeParam(param)));
  for (const param of declared) {
    for (const open of dialect.openParam(param.name)) addTag(root, open, { kind: 'param', param });
  }
  return {
    name,
    close: dialect.closeTool(name),
    params: declared,
    root,
    otherParam(tag) {
      const other = dialect.anyParam.exec(tag)?.[1];
      return other === undefined ? null : { name: other, close: dialect.closeParam(other) };
    },
  };
}

function createParam(tool: string, name: string, close: string): ParamGrammar {
  return {
    name,
    close,
    raw: RAW_PARAMS.has(name),
    shape:
      name === 'content' ? 'lines' : tool === 'execute_command' && name === 'command' ? 'command' : 'trim',
    unlimited: tool === 'write_to_file' && name === 'content',
  };
}

/** JSON says itself where a value ends, and holds it as it is. */
function createJsonGrammar(tools: ToolParameters): Grammar {
  const closers = createClosers([JSON_CALL.close]);
  const grammar = { text: createTextRoot(closers), closers, tools: new Map<string, ToolGrammar>() };
  for (const [name, params] of Object.entries(tools)) {
    grammar.tools.set(name, {
      name,
      close: JSON_CALL.close,
      params: params.map((param) => ({ ...createParam(name, param, ''), raw: false, shape: 'exact' })),
      root: closers,
      otherParam: () => null,
    });
  }
  addTag(grammar.text, JSON_CALL.open, { kind: 'wrapper', close: JSON_CALL.close, json: grammar });
  return grammar;
}

/** Every dialect's opening tags at once. The one that opens a call brings the grammar of the rest of the message. */
function createAutoGrammar(tools: ToolParameters): Grammar {
  const closers = createClosers(['</function_calls>', JSON_CALL.close]);
  const text = createTextRoot(closers);
  const json = grammarOf(tools, 'hermes');
  addTag(text, JSON_CALL.open, { kind: 'wrapper', close: JSON_CALL.close, json });
  for (const dialect of ['roo', 'invoke', 'qwen'] as const) copyTags(grammarOf(tools, dialect).text, text);
  return { text, closers, tools: new Map() };
}

function copyTags(from: TagNode<Tag>, to: TagNode<Tag>): void {
  for (let node = from.child; node !== null; node = node.sibling) {
    if (node.tag !== null && node.tag.kind !== 'close') addTag(to, node.text, node.tag);
    copyTags(node, to);
  }
}

function createClosers(tags: readonly string[]): TagNode<Tag> {
  const root = createTagRoot<Tag>();
  for (const tag of [...tags, THINKING_CLOSE]) addTag(root, tag, CLOSE);
  return root;
}

function createTextRoot(closers: TagNode<Tag>): TagNode<Tag> {
  const root = createTagRoot<Tag>(closers.child);
  addTag(root, '<thinking>', { kind: 'thinking' });
  addTag(root, '<!--', { kind: 'comment' });
  return root;
}
