/** A part of a formula before it is drawn, as KaTeX has it. */
interface DrawnPart {
  readonly attributes?: Record<string, string>;
  readonly children?: readonly DrawnPart[];
  toNode(): Node;
}

export interface MathDrawer {
  /** Makes the nodes of a formula. Throws with the reason when it can't be read. */
  draw(latex: string, isBlock: boolean): Node;
}

/** The limits of a formula: it can't leave its place, and a macro that grows forever is cut. */
const LIMITS = {
  errorColor: 'var(--mr-bad)',
  maxExpand: 500,
  maxSize: 20,
  strict: 'ignore',
  trust: false,
  throwOnError: true,
} as const;

/** Loads KaTeX, which is large, when the first formula is shown. */
export async function loadMathDrawer(): Promise<MathDrawer> {
  // Not in its types: the only way to have nodes and no HTML text, which our security policy does not take.
  const { __renderToDomTree: render } = (await import('katex')) as unknown as {
    readonly __renderToDomTree: (latex: string, options: object) => DrawnPart;
  };
  return {
    draw(latex, isBlock) {
      const drawn = render(latex, { ...LIMITS, displayMode: isBlock });
      dropStyles(drawn);
      return drawn.toNode();
    },
  };
}

/** Styles as text are refused by the policy; those that KaTeX sets one by one are enough. */
function dropStyles({ attributes, children = [] }: DrawnPart): void {
  if (attributes !== undefined) delete attributes['style'];
  for (const child of children) dropStyles(child);
}
