import { chosenPages, type FileOutline, type ModelInfo } from '@millrace/engine/run';

/** The facts by which the length of a file is known. */
export interface MeasuredFile {
  readonly type: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly outline?: FileOutline | undefined;
  /** The chosen part, as `MessageFile` has it. */
  readonly text?: string | undefined;
}

/** About so many dots are a token of a picture, which has not more than these tokens. */
const DOTS = 750;
const MOST_OF_PICTURE = 1_600;
/** A page that a model sees is a picture beside its text. */
const PAGE = 1_500;
/** A note that names a file. */
const NAME = 40;
/** Of a longer text the rest is left out. */
const MOST_OF_TEXT = 100_000;

/** About how many tokens a file takes of a model's window; undefined while that is not known. Pure. */
export function fileTokens(file: MeasuredFile, reads: ModelInfo['reads'] = []): number | undefined {
  const { type, width, height, outline, text } = file;
  if (type.startsWith('image/')) {
    if (!reads.includes('image')) return NAME;
    if (width === undefined || height === undefined) return MOST_OF_PICTURE;
    return Math.min(MOST_OF_PICTURE, Math.ceil((width * height) / DOTS));
  }
  if (outline === undefined) return undefined;
  const isChosen = text === undefined ? undefined : chosenPages(text);
  const parts = outline.tokens.filter((_, i) => isChosen === undefined || isChosen(i + 1));
  const words = parts.reduce((sum, tokens) => sum + tokens, 0);
  const isSeen = type === 'application/pdf' && text === undefined && reads.includes('pdf');
  return NAME + (isSeen ? words + outline.count * PAGE : Math.min(MOST_OF_TEXT, words));
}
