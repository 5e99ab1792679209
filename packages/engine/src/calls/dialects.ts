/** The way in which a model writes its calls. `auto` takes the first call that any of them can read and stays with its dialect. */
export type Dialect = 'roo' | 'invoke' | 'qwen' | 'hermes' | 'auto';

/** A dialect whose calls are tags around values. */
export interface TagDialect {
  readonly openTool: (tool: string) => readonly string[];
  readonly closeTool: (tool: string) => string;
  readonly openParam: (param: string) => readonly string[];
  readonly closeParam: (param: string) => string;
  /** Tags that may stand around calls. */
  readonly wrapper?: { readonly open: string; readonly close: string };
  /** The name in the opening tag of a parameter that was not declared. */
  readonly anyParam: RegExp;
}

const quoted = (before: string, name: string): string[] => [`${before}"${name}">`, `${before}'${name}'>`];

export const TAG_DIALECTS: Readonly<Record<Exclude<Dialect, 'hermes' | 'auto'>, TagDialect>> = {
  roo: {
    openTool: (tool) => [`<${tool}>`],
    closeTool: (tool) => `</${tool}>`,
    openParam: (param) => [`<${param}>`],
    closeParam: (param) => `</${param}>`,
    anyParam: /^<([\w.:-]+)>$/,
  },
  invoke: {
    openTool: (tool) => quoted('<invoke name=', tool),
    closeTool: () => '</invoke>',
    openParam: (param) => quoted('<parameter name=', param),
    closeParam: () => '</parameter>',
    wrapper: { open: '<function_calls>', close: '</function_calls>' },
    anyParam: /^<parameter name=["']([^"'<>]+)["']>$/,
  },
  qwen: {
    openTool: (tool) => [`<function=${tool}>`],
    closeTool: () => '</function>',
    openParam: (param) => [`<parameter=${param}>`],
    closeParam: () => '</parameter>',
    wrapper: { open: '<tool_call>', close: '</tool_call>' },
    anyParam: /^<parameter=([^<>]+)>$/,
  },
};

/** Around the JSON of a Hermes call. */
export const JSON_CALL = { open: '<tool_call>', close: '</tool_call>' } as const;
