'use client';

import type { CellChange } from '@millrace/engine/run';
import { createContext } from 'react';

/** A version of a table that a person has edited. */
export interface EditedVersion {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The device that saved it last; empty when it is not known. */
  readonly from: string;
  /** Its cells that differ from the table of the message; undefined until they are loaded. */
  readonly cells: readonly CellChange[] | undefined;
}

/** A state of a version to keep. */
export interface SheetEdit {
  readonly id: string;
  readonly embed: string;
  /** The hash of the table of the message. */
  readonly base: string;
  readonly cells: readonly CellChange[];
}

/** `saved`: nothing waits to be sent. A failure is what the server or the connection said. */
export type SaveStatus = 'saved' | 'saving' | { readonly failure: unknown };

/** The versions of the tables of a chat. */
export interface SheetEdits {
  /** The versions of one table, oldest first; the same list until it changes. */
  versionsOf(embed: string, base: string): readonly EditedVersion[];
  /** Calls back after each change. Returns an unsubscribe. */
  subscribe(changed: () => void): () => void;
  /** Loads the cells of a version, which then come to `subscribe`. */
  load(id: string): void;
  /** Keeps a state of a version: it is shown at once, and sent until the server has it. */
  save(edit: SheetEdit): void;
  /** The same until it changes. */
  status(): SaveStatus;
  /** Sends again what the server has not taken. */
  retry(): void;
}

/** The versions of the tables of the chat around. Without it a table can't be edited, because nothing would keep it. */
export const SheetEditsContext = createContext<SheetEdits | undefined>(undefined);
