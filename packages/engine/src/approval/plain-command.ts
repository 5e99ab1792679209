import type { ShellCommand } from './shell-program.ts';

/** A redirection. The target of `>&` is the number of another one. */
export interface PlainRedirect {
  readonly from: 0 | 1 | 2;
  readonly operator: '>' | '>>' | '<' | '>&';
  readonly target: string;
}

/** The sign that joins a command to the next one; empty behind the last. A line break is `;`. */
export type PlainJoint = '&&' | '||' | '|' | ';' | '';

/** A simple command as a reader of plain lines found it. */
export interface PlainCommand {
  readonly words: readonly { readonly text: string; readonly glob: boolean }[];
  readonly redirects: readonly PlainRedirect[];
  readonly joint: PlainJoint;
}

const NOWHERE = '/dev/null';

/** The commands as rules see them. Pure. */
export function asShellCommands(commands: readonly PlainCommand[]): readonly ShellCommand[] {
  return commands.map(({ words, redirects }, i) => {
    const targets = (isMeant: (operator: string) => boolean) =>
      redirects
        .filter(({ operator, target }) => isMeant(operator) && target !== NOWHERE)
        .map(({ target }) => ({ text: target, glob: false, known: true }));
    const reads = targets((operator) => operator === '<');
    return {
      words: words.map((word) => ({ ...word, known: true })),
      writes: targets((operator) => operator === '>' || operator === '>>'),
      reads,
      fed: reads.length > 0 || commands[i - 1]?.joint === '|',
    };
  });
}
