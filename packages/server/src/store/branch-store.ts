import type { ChooseBranchRequest } from '@millrace/engine/run';

/** A person's wish to see another branch of a chat. */
export interface BranchChoice {
  readonly commandId: string;
  readonly chatId: string;
  /** The message that the branch begins with. */
  readonly messageId: ChooseBranchRequest['message_id'];
  /** The device that asks. */
  readonly actor: string;
  readonly ts: number;
}

export type ChooseResult =
  | { readonly type: 'chosen'; readonly fresh: boolean }
  | { readonly type: 'no_chat' | 'no_message' }
  | { readonly type: 'run_active'; readonly runId: string };

/**
 * Branches of a chat. The log stays one line and nothing is destroyed: where a message replaces another, one of
 * them is shown, with what came after it, and the others are hidden with what came after them.
 */
export interface BranchStore {
  /** Shows a branch as it was left, while no run of the chat is open. The same command is done once. */
  chooseBranch(choice: BranchChoice): Promise<ChooseResult>;
}

/** Names of chats, and how far they were read. */
export interface ChatNameStore {
  /** Names a chat. A model's name counts only until a model or a person has named it. True when the chat has this name now. */
  putTitle(chatId: string, title: string, from: 'model' | 'person'): Promise<boolean>;
  /** The person has read the messages up to this one. `read` when that leaves nothing unread, `same` when it changes nothing. */
  markRead(chatId: string, seq: number): Promise<'read' | 'same' | 'no_chat'>;
}
