/** How the definitions of a language are found in its tree. */
export interface CodeLanguage {
  /** The name of its grammar's file. */
  readonly grammar: string;
  /** Kinds of nodes that define the name which they have. */
  readonly named: readonly string[];
  /** Patterns for others, each with a `@name` in a `@definition`. */
  readonly patterns?: readonly string[];
}

const FUNCTION_VALUE = '[(arrow_function) (function_expression) (generator_function)]';

const javascript: CodeLanguage = {
  grammar: 'javascript',
  named: ['class_declaration', 'function_declaration', 'generator_function_declaration', 'method_definition'],
  patterns: [
    `(lexical_declaration (variable_declarator name: (identifier) @name value: ${FUNCTION_VALUE})) @definition`,
    `(variable_declaration (variable_declarator name: (identifier) @name value: ${FUNCTION_VALUE})) @definition`,
    `(field_definition property: (_) @name value: ${FUNCTION_VALUE}) @definition`,
  ],
};

const typescript: CodeLanguage = {
  grammar: 'typescript',
  named: [
    ...javascript.named,
    'abstract_class_declaration',
    'abstract_method_signature',
    'enum_declaration',
    'function_signature',
    'interface_declaration',
    'internal_module',
    'module',
    'type_alias_declaration',
  ],
  patterns: [
    ...(javascript.patterns ?? []).slice(0, 2),
    `(public_field_definition name: (_) @name value: ${FUNCTION_VALUE}) @definition`,
  ],
};

const c: CodeLanguage = {
  grammar: 'c',
  named: ['preproc_function_def'],
  patterns: [
    '(struct_specifier name: (_) @name body: (_)) @definition',
    '(union_specifier name: (_) @name body: (_)) @definition',
    '(enum_specifier name: (_) @name body: (_)) @definition',
    '(type_definition declarator: (type_identifier) @name) @definition',
    '(function_definition declarator: (_) @name) @definition',
  ],
};

const cpp: CodeLanguage = {
  grammar: 'cpp',
  named: ['alias_declaration', 'concept_definition', 'namespace_definition', ...c.named],
  patterns: [...(c.patterns ?? []), '(class_specifier name: (_) @name body: (_)) @definition'],
};

const python: CodeLanguage = { grammar: 'python', named: ['class_definition', 'function_definition'] };

const go: CodeLanguage = {
  grammar: 'go',
  named: ['function_declaration', 'method_declaration', 'type_alias', 'type_spec'],
};

const rust: CodeLanguage = {
  grammar: 'rust',
  named: [
    'enum_item',
    'function_item',
    'function_signature_item',
    'macro_definition',
    'mod_item',
    'struct_item',
    'trait_item',
    'type_item',
    'union_item',
  ],
  patterns: ['(impl_item type: (_) @name) @definition'],
};

const java: CodeLanguage = {
  grammar: 'java',
  named: [
    'annotation_type_declaration',
    'class_declaration',
    'constructor_declaration',
    'enum_declaration',
    'interface_declaration',
    'method_declaration',
    'record_declaration',
  ],
};

const csharp: CodeLanguage = {
  grammar: 'c_sharp',
  named: [
    'class_declaration',
    'constructor_declaration',
    'delegate_declaration',
    'enum_declaration',
    'interface_declaration',
    'method_declaration',
    'namespace_declaration',
    'property_declaration',
    'record_declaration',
    'struct_declaration',
  ],
};

const ruby: CodeLanguage = { grammar: 'ruby', named: ['class', 'method', 'module', 'singleton_method'] };

const php: CodeLanguage = {
  grammar: 'php',
  named: [
    'class_declaration',
    'enum_declaration',
    'function_definition',
    'interface_declaration',
    'method_declaration',
    'trait_declaration',
  ],
};

const BY_ENDING: ReadonlyMap<string, CodeLanguage> = new Map(
  (
    [
      ['ts mts cts', typescript],
      ['tsx', { ...typescript, grammar: 'tsx' }],
      ['js mjs cjs jsx', javascript],
      ['py pyi', python],
      ['go', go],
      ['rs', rust],
      ['java', java],
      ['c', c],
      // A header may be either, and C++ reads most of C.
      ['h hh hpp hxx cc cpp cxx', cpp],
      ['cs', csharp],
      ['rb', ruby],
      ['php', php],
    ] as const
  ).flatMap(([endings, language]) => endings.split(' ').map((ending) => [ending, language] as const)),
);

/** The endings of files whose language is known. */
export const KNOWN_ENDINGS: readonly string[] = [...BY_ENDING.keys()];

/** The language of a file by its name; undefined when it is not known. Pure. */
export function languageOf(path: string): CodeLanguage | undefined {
  return BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
