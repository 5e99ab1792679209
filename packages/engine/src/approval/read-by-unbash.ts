import { type Command, type PipelineNode, parse, type Redirection, type Statement, type Word } from 'unbash';
import type { PlainCommand, PlainJoint, PlainRedirect } from './plain-command.ts';

/**
 * Reads a plain command line by a parser of the whole language that others wrote. Undefined when it finds anything else in it
 * than simple commands of plain words. Pure. Never throws.
 */
export function readByUnbash(text: string): readonly PlainCommand[] | undefined {
  try {
    const script = parse(text);
    if (script.errors !== undefined || script.shebang !== undefined) return undefined;
    const lists = script.commands.map(commandsOf);
    if (lists.includes(undefined)) return undefined;
    const all = lists.flatMap((list) => list ?? []);
    return all.map((command, i) => (i === all.length - 1 ? { ...command, joint: '' } : command));
  } catch {
    return undefined;
  }
}

/** The commands of a list, or undefined when one of them is not plain. */
function commandsOf({ command, background }: Statement): readonly PlainCommand[] | undefined {
  if (background === true) return undefined;
  if (command.type !== 'AndOr') return pipelineOf(command, ';');
  const { commands, operators } = command;
  const lists = commands.map((each, i) => pipelineOf(each, operators[i] ?? ';'));
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function pipelineOf(node: PipelineNode, joint: PlainJoint): readonly PlainCommand[] | undefined {
  const commands = node.type === 'Pipeline' ? node.commands : [node];
  if (node.type === 'Pipeline' && (node.prefixes.length > 0 || node.operators.includes('|&')))
    return undefined;
  const plain = commands.map((each, i) =>
    each.type === 'Command' ? simple(each, i === commands.length - 1 ? joint : '|') : undefined,
  );
  return plain.includes(undefined) ? undefined : plain.filter((each) => each !== undefined);
}

function simple({ name, prefix, args, redirects }: Command, joint: PlainJoint): PlainCommand | undefined {
  if (name === undefined || prefix.length > 0) return undefined;
  const words = [name, ...args].map((arg) => (arg.type === 'Word' ? plainWord(arg) : undefined));
  const targets = redirects.map(plainRedirect);
  if (words.includes(undefined) || targets.includes(undefined)) return undefined;
  return {
    words: words.filter((word) => word !== undefined),
    redirects: targets.filter((target) => target !== undefined),
    joint,
  };
}

function plainWord({ value, parts = [] }: Word): PlainCommand['words'][number] | undefined {
  let glob = false;
  for (const part of parts) {
    if (part.type === 'Glob' && part.kind !== 'bracket') glob = true;
    else if (part.type === 'DoubleQuoted') {
      if (part.parts.some(({ type }) => type !== 'Literal')) return undefined;
    } else if (part.type !== 'Literal' && part.type !== 'SingleQuoted') return undefined;
  }
  return { text: value, glob };
}

function plainRedirect(redirect: Redirection): PlainRedirect | undefined {
  if (redirect.type !== 'Redirect' || redirect.target === undefined) return undefined;
  const { operator, descriptor, target } = redirect;
  if (operator !== '>' && operator !== '>>' && operator !== '<' && operator !== '>&') return undefined;
  if (descriptor !== undefined && descriptor.type !== 'FileDescriptor') return undefined;
  const from = descriptor?.value ?? (operator === '<' ? 0 : 1);
  const word = plainWord(target);
  if ((from !== 0 && from !== 1 && from !== 2) || word === undefined || word.glob) return undefined;
  return { from, operator, target: word.text };
}
