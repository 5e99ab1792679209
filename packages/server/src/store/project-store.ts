import type { Project } from '@millrace/engine/run';

/** A change of the places of chats. A field that is absent stays as it is. */
export interface PlaceChange {
  readonly ids: readonly string[];
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
  /** Null for no project. */
  readonly projectId?: string | null | undefined;
  /** True deletes, false brings back. */
  readonly deleted?: boolean | undefined;
  readonly ts: number;
}

/** The chats that were there, and the open runs of those that were deleted: each is asked to stop. */
export type PlaceResult =
  | { readonly type: 'changed'; readonly ids: readonly string[]; readonly stopped: readonly string[] }
  | { readonly type: 'no_project' };

/** A change of a project. A field that is absent stays as it is. */
export interface ProjectChange {
  readonly name?: string | undefined;
  readonly instructions?: string | undefined;
  readonly model?: string | null | undefined;
  readonly workspace?: string | null | undefined;
  readonly deleted?: boolean | undefined;
}

/** Projects, the places of chats in the list, and the end of both. */
export interface ProjectStore {
  /** Makes a project. False when there is one with this id. */
  createProject(project: Project): Promise<boolean>;
  /**
   * Changes a project, deletes it or brings it back. Its chats leave it while it is deleted. Undefined when there is none, or it is
   * deleted and the change does not bring it back. `unreadable` when its row was damaged and the change does not give it whole.
   */
  changeProject(id: string, change: ProjectChange, ts: number): Promise<Project | 'unreadable' | undefined>;
  /** All that are not deleted, oldest first, then by id. */
  listProjects(): Promise<Project[]>;
  /** The project that a chat is in. Undefined when it is in none. */
  projectOf(chatId: string): Promise<Project | undefined>;
  /**
   * Pins, archives, moves, deletes chats or brings them back. A deleted chat is hidden from every reader but the workers of its runs,
   * which are asked to stop, until `eraseDeleted` erases it.
   */
  changePlaces(change: PlaceChange): Promise<PlaceResult>;
  /** Erases chats without an open run and projects that were deleted at `before` or earlier, a few at a time. Returns how many. */
  eraseDeleted(before: number): Promise<number>;
}
