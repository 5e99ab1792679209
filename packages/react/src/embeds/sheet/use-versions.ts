'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { type CellChange, MOST_SHEET_VERSIONS } from '@millrace/engine/run';
import { use, useEffect, useState, useSyncExternalStore } from 'react';
import { type EditedVersion, type SaveStatus, SheetEditsContext } from './sheet-edits.ts';

/** The table of the message, beside its versions. */
export const FROM_ANSWER = '';

/** The versions of a table, the one that is shown, and the one that this person writes. */
export interface Versions {
  readonly all: readonly EditedVersion[];
  /** The id of the shown version; `FROM_ANSWER` for the table of the message. */
  readonly shown: string;
  /** Its cells; another list only when another version is shown. */
  readonly cells: readonly CellChange[];
  readonly isLoading: boolean;
  readonly status: SaveStatus;
  /** The version of another device that was saved after the one that is written here. */
  readonly newer: EditedVersion | undefined;
  choose(id: string): void;
  /** Makes the shown version the newest one. */
  restore(): void;
  change(cells: readonly CellChange[]): void;
  retry(): void;
}

const NONE: readonly EditedVersion[] = [];
const NO_CELLS: readonly CellChange[] = [];
const never = (): (() => void) => () => {};

/** The versions of the newest state of a table; none while it is written or where nothing keeps them. */
export function useSheetVersions({ id, status, contentHash }: EmbedNodeAttrs): readonly EditedVersion[] {
  const edits = use(SheetEditsContext);
  const base = status === 'finished' ? contentHash : undefined;
  const read = (): readonly EditedVersion[] =>
    edits === undefined || base === undefined ? NONE : edits.versionsOf(id, base);
  return useSyncExternalStore(edits?.subscribe ?? never, read, () => NONE);
}

/** Undefined where a table can't be edited: nothing keeps it, or it is still being written. */
export function useVersions(attrs: EmbedNodeAttrs): Versions | undefined {
  const edits = use(SheetEditsContext);
  const all = useSheetVersions(attrs);
  const [chosen, setChosen] = useState<string>();
  const [own, setOwn] = useState<{ readonly id: string; readonly from: readonly CellChange[] }>();
  const status = useSyncExternalStore(
    edits?.subscribe ?? never,
    () => edits?.status() ?? 'saved',
    () => 'saved' as const,
  );
  const newest = all.at(-1);
  const shown = own?.id ?? chosen ?? newest?.id ?? FROM_ANSWER;
  const loaded = shown === FROM_ANSWER ? NO_CELLS : all.find((version) => version.id === shown)?.cells;
  const isLoading = own === undefined && loaded === undefined;
  useEffect(() => {
    if (isLoading) edits?.load(shown);
  }, [edits, isLoading, shown]);
  const base = attrs.status === 'finished' ? attrs.contentHash : undefined;
  if (edits === undefined || base === undefined) return undefined;
  const cells = own?.from ?? loaded ?? NO_CELLS;
  const save = (version: string, changed: readonly CellChange[]): void =>
    edits.save({ id: version, embed: attrs.id, base, cells: changed });
  return {
    ...{ all, shown, cells, isLoading, status },
    newer: own !== undefined && newest?.id !== own.id ? newest : undefined,
    choose(version) {
      setOwn(undefined);
      setChosen(version === newest?.id ? undefined : version);
    },
    restore() {
      save(nextId(all), cells);
      setOwn(undefined);
      setChosen(undefined);
    },
    change(changed) {
      const mine = own ?? { id: nextId(all), from: cells };
      if (own === undefined) setOwn(mine);
      save(mine.id, changed);
    },
    retry: () => edits.retry(),
  };
}

/** The id of the version that an edit makes. When there are as many as there may be, the newest one is changed. */
function nextId(all: readonly EditedVersion[]): string {
  const newest = all.at(-1);
  return newest !== undefined && all.length >= MOST_SHEET_VERSIONS ? newest.id : crypto.randomUUID();
}
