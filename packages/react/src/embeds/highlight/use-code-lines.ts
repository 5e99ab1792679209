import type { Parser } from '@lezer/common';
import { useMemo, useRef } from 'react';
import { DiffLines, isDiff } from './diff-lines.ts';
import { GrowingCode } from './growing-code.ts';
import { type CodeLine, highlightCode } from './highlight-code.ts';
import { useParser } from './use-parser.ts';

/** The lines of a code with their words' kinds. While it grows, what was read is not read again. */
export function useCodeLines(code: string, language: string, isGrowing: boolean): readonly CodeLine[] {
  const parser = useParser(language);
  const kept = useRef<{ readonly parser: Parser | undefined; readonly growing: GrowingCode | DiffLines }>(
    undefined,
  );
  const hasChanges = isDiff(language);
  if (isGrowing && (kept.current?.parser !== parser || kept.current?.growing.goesOn(code) !== true))
    kept.current = { parser, growing: hasChanges ? new DiffLines() : new GrowingCode(parser) };
  const { growing } = kept.current ?? {};
  return useMemo(
    () => (isGrowing ? (growing?.read(code) ?? []) : wholeLines(code, parser, hasChanges)),
    [code, parser, hasChanges, isGrowing, growing],
  );
}

function wholeLines(code: string, parser: Parser | undefined, hasChanges: boolean): readonly CodeLine[] {
  return hasChanges ? new DiffLines().readAll(code) : highlightCode(code, parser);
}
