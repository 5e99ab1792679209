import type {
  SaveSheetRequest,
  SheetVersion,
  SheetVersionInfo,
  SheetVersionList,
} from '@millrace/engine/run';

/** A state of a version to keep. */
export interface NewSheetVersion extends SaveSheetRequest {
  readonly chatId: string;
  readonly id: string;
  /** The device's name for people. */
  readonly from: string;
  readonly ts: number;
}

export type SaveSheetResult =
  | { readonly type: 'saved'; readonly version: SheetVersionInfo; readonly fresh: boolean }
  /** `other_sheet`: the version is one of another table. `too_many`: change the newest version of the table instead. */
  | { readonly type: 'no_chat' | 'no_message' | 'other_sheet' | 'too_many' };

/**
 * The versions of tables that people edit. The message stays as it is. Two devices make two versions, so nobody's work
 * is lost; within a version the last change wins.
 */
export interface SheetStore {
  /** Keeps a version, or its newest state. One with an earlier or the same `step` changes nothing. */
  saveSheet(version: NewSheetVersion): Promise<SaveSheetResult>;
  /** All versions of a chat, by `rev`; the newest of each table with its cells. */
  listSheets(chatId: string): Promise<SheetVersionList['versions']>;
  readSheet(chatId: string, id: string): Promise<SheetVersion | undefined>;
}
