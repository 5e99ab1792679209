import { CODE, isAlphanumeric, isAsciiSpace, isLetter } from '../characters.ts';

/** How far a tag has been read. */
export type TagStep =
  | 'name'
  | 'gap'
  | 'attribute'
  | 'after attribute'
  | 'before value'
  | 'double'
  | 'single'
  | 'bare'
  | 'after value'
  | 'slash'
  | 'closing name'
  | 'closing gap'
  | 'done'
  | 'failed';

const isNameCode = (code: number): boolean => isAlphanumeric(code) || code === CODE.minus;

const beginsAttribute = (code: number): boolean =>
  isLetter(code) || code === CODE.underscore || code === CODE.colon;

const isAttributeCode = (code: number): boolean =>
  isNameCode(code) || code === CODE.underscore || code === CODE.colon || code === CODE.dot;

/** A value without quotes holds none of these. */
const isBareCode = (code: number): boolean =>
  !isAsciiSpace(code) &&
  code !== CODE.quote &&
  code !== CODE.apostrophe &&
  code !== CODE.equals &&
  code !== CODE.less &&
  code !== CODE.greater &&
  code !== CODE.backtick;

/** The step that may follow a complete part of an opening tag. */
function rest(code: number, atSpace: TagStep): TagStep {
  if (isAsciiSpace(code)) return atSpace;
  if (code === CODE.slash) return 'slash';
  return code === CODE.greater ? 'done' : 'failed';
}

/** For each step, what a character leads to. */
const STEPS: Readonly<Record<TagStep, (code: number) => TagStep>> = {
  name: (code) => (isNameCode(code) ? 'name' : rest(code, 'gap')),
  gap: (code) => (beginsAttribute(code) ? 'attribute' : rest(code, 'gap')),
  attribute: (code) => {
    if (isAttributeCode(code)) return 'attribute';
    return code === CODE.equals ? 'before value' : rest(code, 'after attribute');
  },
  'after attribute': (code) => {
    if (beginsAttribute(code)) return 'attribute';
    return code === CODE.equals ? 'before value' : rest(code, 'after attribute');
  },
  'before value': (code) => {
    if (isAsciiSpace(code)) return 'before value';
    if (code === CODE.quote) return 'double';
    if (code === CODE.apostrophe) return 'single';
    return isBareCode(code) ? 'bare' : 'failed';
  },
  double: (code) => (code === CODE.quote ? 'after value' : 'double'),
  single: (code) => (code === CODE.apostrophe ? 'after value' : 'single'),
  bare: (code) => {
    if (isBareCode(code)) return 'bare';
    return code === CODE.greater ? 'done' : isAsciiSpace(code) ? 'gap' : 'failed';
  },
  'after value': (code) => rest(code, 'gap'),
  slash: (code) => (code === CODE.greater ? 'done' : 'failed'),
  'closing name': (code) => {
    if (isNameCode(code)) return 'closing name';
    return code === CODE.greater ? 'done' : isAsciiSpace(code) ? 'closing gap' : 'failed';
  },
  'closing gap': (code) => {
    if (isAsciiSpace(code)) return 'closing gap';
    return code === CODE.greater ? 'done' : 'failed';
  },
  done: () => 'failed',
  failed: () => 'failed',
};

/** Goes on with a tag from an index of the text. Returns the step it reached and the index behind what it read. */
export function scanTag(text: string, from: number, begin: TagStep): { step: TagStep; index: number } {
  let step = begin;
  let index = from;
  while (index < text.length && step !== 'done' && step !== 'failed') {
    step = STEPS[step](text.charCodeAt(index));
    index++;
  }
  return { step, index };
}
