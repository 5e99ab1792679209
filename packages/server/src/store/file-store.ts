import type { FileProgress, MessageFile, NewFileRequest } from '@millrace/engine/run';

/** An upload that begins, or goes on. */
export interface NewFile extends NewFileRequest {
  readonly id: string;
  /** The most bytes that all files of the account may have with this one. */
  readonly all: number;
  readonly ts: number;
}

/** A piece of an upload. */
export interface NewPiece {
  readonly id: string;
  /** Its number; pieces come in order. */
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly ts: number;
}

/** A file that a run makes: all of it is there at once. */
export interface MadeFile extends Omit<WholeFile, 'ts'> {
  readonly chatId: string;
  /** The message that shows it: the id of the run. */
  readonly messageId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly width?: number;
  readonly height?: number;
  /** The most bytes that all files of the account may have with this one. */
  readonly all: number;
  readonly ts: number;
}

export type BeginFileResult =
  | { readonly type: 'open'; readonly progress: FileProgress }
  /** The id is one of another file. */
  | { readonly type: 'other_file' }
  | { readonly type: 'over_quota'; readonly used: number };

export type PutPieceResult =
  | { readonly type: 'kept'; readonly pieces: number }
  | { readonly type: 'no_file' }
  /** Another piece is the next one, or its length is another. */
  | { readonly type: 'other_piece'; readonly pieces: number; readonly length: number };

/** The facts about the bytes of a file that is whole. */
export interface WholeFile {
  readonly id: string;
  /** The SHA-256 of its bytes in hex. It is never stored readable. */
  readonly hash: string;
  readonly type: string;
  readonly ts: number;
}

/** For how long an upload that no message has taken is kept, in milliseconds. */
export const UNSENT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Files, in sealed pieces. An upload belongs to the account until a message takes it: from then on it belongs to the chat of that
 * message, once for each content, and is erased with it.
 */
export interface FileStore {
  /** Begins an upload, or tells how far it is. */
  beginFile(file: NewFile): Promise<BeginFileResult>;
  /** Keeps the next piece. One that is there stays as it is. */
  putPiece(piece: NewPiece): Promise<PutPieceResult>;
  /** Ends an upload whose pieces are all there. Undefined when it is not, or one of them is missing. */
  finishFile(whole: WholeFile): Promise<MessageFile | undefined>;
  /** Keeps a file of a run for its message, once for each content of the chat. Undefined without room for it, or without the chat. */
  addFile(file: MadeFile): Promise<MessageFile | undefined>;
  /** The files of a chat, newest first. */
  filesOf(chatId: string): Promise<readonly MessageFile[]>;
  /** How far an upload is; undefined when there is none. */
  fileProgress(id: string): Promise<FileProgress | undefined>;
  /** Undefined when there is none, or its chat was deleted. */
  findFile(id: string): Promise<MessageFile | undefined>;
  /** The bytes of a piece, also of an upload that is not over. `damaged`: it was changed or moved, or is gone. */
  readPiece(id: string, index: number): Promise<Uint8Array | 'damaged' | undefined>;
  /** Forgets an upload that no message has taken. False when there is none. */
  dropFile(id: string): Promise<boolean>;
  /** The bytes of all files. */
  fileUse(): Promise<number>;
  /**
   * Erases a part of what no message has any more, and of uploads that nobody went on with since `before`. Returns how many rows it
   * erased: call it again until it is none.
   */
  sweepFiles(before: number): Promise<number>;
}
