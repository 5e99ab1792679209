import { CODE, isAsciiSpace } from '../characters.ts';
import { beginTarget, stepTarget, type TargetScan } from '../inlines/target-scan.ts';
import { LABEL_LIMIT } from '../link-target.ts';

/** The end of a definition, and its content. */
export interface DefinitionEnd {
  readonly at: number;
  readonly target: TargetScan;
  readonly hasTitle: boolean;
}

/**
 * Reads `[label]: url "title"` at the beginning of a paragraph, character by character. A title on a line of its own
 * that turns out to be none leaves the definition as it was before.
 */
export class DefinitionScan {
  labelTo = -1;
  /** The end of the destination's line, when a title may follow on the next. */
  lineEnd = -1;
  private step: 'label' | 'colon' | 'target' = 'label';
  private escaped = false;
  private hasLabel = false;
  private target = beginTarget();

  fork(): DefinitionScan {
    const fork: DefinitionScan = Object.assign(new DefinitionScan(), this);
    fork.target = { ...this.target };
    return fork;
  }

  /** Tells whether it has come further than its label. */
  get isLikely(): boolean {
    return this.step === 'target';
  }

  /** Takes one character in: the definition goes on, has ended, or (null) is none. */
  take(code: number, at: number): DefinitionEnd | 'open' | null {
    if (this.step === 'label') return this.takeLabel(code, at);
    if (this.step === 'colon') {
      this.step = 'target';
      return code === CODE.colon ? 'open' : null;
    }
    return this.takeTarget(code, at);
  }

  /** The definition, if the text ended here. */
  ended(at: number): DefinitionEnd | null {
    const { step, depth } = this.target;
    if (this.step !== 'target') return null;
    if (step === 'after title') return { at, target: this.target, hasTitle: true };
    const isWhole = (step === 'bare' && depth === 0) || step === 'after url' || step === 'gap';
    if (isWhole) return this.untitled(this.lineEnd < 0 ? at : this.lineEnd);
    return this.lineEnd < 0 ? null : this.untitled(this.lineEnd);
  }

  private takeLabel(code: number, at: number): 'open' | null {
    if (at === 0) return 'open';
    if (at > LABEL_LIMIT + 1) return null;
    if (this.escaped) this.escaped = false;
    else if (code === CODE.closeBracket) {
      this.labelTo = at;
      this.step = 'colon';
      return this.hasLabel ? 'open' : null;
    } else if (code === CODE.openBracket) return null;
    else this.escaped = code === CODE.backslash;
    if (!isAsciiSpace(code)) this.hasLabel = true;
    return 'open';
  }

  private takeTarget(code: number, at: number): DefinitionEnd | 'open' | null {
    const { target } = this;
    if (code === CODE.lineFeed && target.step === 'after title') return { at, target, hasTitle: true };
    stepTarget(target, code, at);
    if (target.step === 'failed') return this.lineEnd < 0 ? null : this.untitled(this.lineEnd);
    if (code === CODE.lineFeed && target.step === 'gap' && this.lineEnd < 0) this.lineEnd = at;
    return 'open';
  }

  private untitled(at: number): DefinitionEnd {
    const target = this.target.urlTo < 0 ? { ...this.target, urlTo: at } : this.target;
    return { at, target, hasTitle: false };
  }
}
