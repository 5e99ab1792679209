import type { LanguageMarks } from './language-marks.ts';
import { MARKUP_MARKS } from './markup-marks.ts';
import { PROGRAM_MARKS } from './program-marks.ts';

/** By the name of the language. JSON needs none: it has nothing but its own tokens. */
export const LANGUAGES: Readonly<Record<string, LanguageMarks>> = { ...PROGRAM_MARKS, ...MARKUP_MARKS };
