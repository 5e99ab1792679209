import * as z from 'zod/mini';
import { id, line } from './id-schema.ts';
import { MOST_CHATS_AT_ONCE } from './limits.ts';

// Projects, and the places of chats in the list.

const projectFields = {
  name: line(80),
  /** The text that models read in every chat of the project. */
  instructions: z.string().check(z.maxLength(20_000, 'must be 20,000 characters at most')),
  /** The model of new chats; null for the default of the server. */
  model: z.nullable(line(200)),
  /** The folder that tools work in, from the root of the workspace; null for the whole workspace. */
  workspace: z.nullable(line(1_000)),
};

/** The schema of a request that makes a project. */
export const newProjectRequest = z.strictObject({
  id: z.optional(id),
  name: projectFields.name,
  instructions: z.optional(projectFields.instructions),
  model: z.optional(projectFields.model),
  workspace: z.optional(projectFields.workspace),
});
/** A project to make. */
export type NewProjectRequest = z.infer<typeof newProjectRequest>;

/** The schema of a request that changes a project: only the given fields change. `deleted: false` brings one back. */
export const changeProjectRequest = z.strictObject({
  name: z.optional(projectFields.name),
  instructions: z.optional(projectFields.instructions),
  model: z.optional(projectFields.model),
  workspace: z.optional(projectFields.workspace),
  deleted: z.optional(z.boolean()),
});
/** A change of a project. */
export type ChangeProjectRequest = z.infer<typeof changeProjectRequest>;

/** A folder of chats with its own instructions, default model and workspace. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly instructions: string;
  readonly model: string | null;
  readonly workspace: string | null;
  readonly created_at: number;
  /** True when its row was changed or damaged: it can be written again, or deleted. */
  readonly unreadable?: true;
}

/** The projects. */
export interface ProjectList {
  readonly projects: readonly Project[];
}

const placeFields = {
  pinned: z.optional(z.boolean()),
  archived: z.optional(z.boolean()),
  /** The project to move to; null to move out of it. */
  project_id: z.optional(z.nullable(id)),
  /** True deletes, false brings back what was deleted in the last ten minutes. */
  deleted: z.optional(z.boolean()),
};

/** The schema of a request that changes one chat. */
export const changeChatRequest = z.strictObject({ title: z.optional(line(120)), ...placeFields });

/** The schema of a request that changes several chats at once. */
export const changeChatsRequest = z.strictObject({
  ids: z
    .array(id)
    .check(
      z.minLength(1, 'must name a chat'),
      z.maxLength(MOST_CHATS_AT_ONCE, `must be ${MOST_CHATS_AT_ONCE} chats at most`),
    ),
  ...placeFields,
});
/** A change of several chats. */
export type ChangeChatsRequest = z.infer<typeof changeChatsRequest>;

/** The chats that were there and were changed. */
export interface ChangedChats {
  readonly ids: readonly string[];
}

/** The schema of `Project`. */
export const project = z.object({
  id: z.string(),
  name: z.string(),
  instructions: z.string(),
  model: z.nullable(z.string()),
  workspace: z.nullable(z.string()),
  created_at: z.int(),
  unreadable: z.exactOptional(z.literal(true)),
}) satisfies z.ZodMiniType<Project>;
/** The schema of `ProjectList`. */
export const projectList = z.object({ projects: z.array(project) }) satisfies z.ZodMiniType<ProjectList>;
/** The schema of `ChangedChats`. */
export const changedChats = z.object({ ids: z.array(z.string()) }) satisfies z.ZodMiniType<ChangedChats>;
