'use client';

import type { Parser } from '@lezer/common';
import { useMemo, useRef } from 'react';
import { DiffLines, isDiff } from './diff-lines.ts';
import type { GrowingCode } from './growing-code.ts';
import { loadedReader } from './load-parser.ts';
import { type CodeLine, PlainCode, plainLines } from './plain-code.ts';
import { useParser } from './use-parser.ts';

type Growing = GrowingCode | PlainCode | DiffLines;

/** The lines of a code with their words' kinds. While it grows, what was read is not read again. */
export function useCodeLines(code: string, language: string, isGrowing: boolean): readonly CodeLine[] {
  const parser = useParser(language);
  const kept = useRef<{ readonly parser: Parser | undefined; readonly growing: Growing }>(undefined);
  const hasChanges = isDiff(language);
  if (isGrowing && (kept.current?.parser !== parser || kept.current?.growing.goesOn(code) !== true))
    kept.current = { parser, growing: hasChanges ? new DiffLines() : growingCode(parser) };
  const { growing } = kept.current ?? {};
  return useMemo(
    () => (isGrowing ? (growing?.read(code) ?? []) : wholeLines(code, parser, hasChanges)),
    [code, parser, hasChanges, isGrowing, growing],
  );
}

function wholeLines(code: string, parser: Parser | undefined, hasChanges: boolean): readonly CodeLine[] {
  if (hasChanges) return new DiffLines().readAll(code);
  return parser === undefined
    ? plainLines(code)
    : (loadedReader()?.highlightCode(code, parser) ?? plainLines(code));
}

function growingCode(parser: Parser | undefined): Growing {
  const reader = parser && loadedReader();
  return reader === undefined ? new PlainCode() : new reader.GrowingCode(parser);
}
