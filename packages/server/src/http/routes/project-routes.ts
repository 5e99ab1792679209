import { randomUUID } from 'node:crypto';
import { protect } from '@millrace/engine/approval';
import {
  type ChangeProjectRequest,
  changeProjectRequest,
  MOST_PROJECTS,
  newProjectRequest,
  type Project,
  type ProjectList,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { type Bus, CHATS_TOPIC, NO_CHAT } from '../../agent/log/bus.ts';
import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import { folderIn } from '../../tools/workspace/folder-in.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { WorkspaceError } from '../../tools/workspace/workspace-error.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { noProject } from '../turn/change-places.ts';

export interface ProjectParts {
  readonly store: ProjectStore;
  readonly bus: Bus;
  readonly models: ModelCatalog;
  /** The workspace of the server, which those of projects are folders of. */
  readonly workspace: Workspace | undefined;
  readonly protectedPaths: readonly string[];
}

/** Folders of chats. */
export function projectRoutes(parts: ProjectParts): Hono {
  const { store, bus } = parts;
  const routes = new Hono();

  async function change(id: string, wanted: ChangeProjectRequest): Promise<Project> {
    const checked = { ...wanted, ...(await checkedFields(parts, wanted)) };
    const project = await store.changeProject(id, checked, Date.now());
    if (project === undefined) throw noProject(id);
    if (project === 'unreadable') throw unreadableProject();
    // Its chats leave a project that is deleted, and are in it again when it comes back.
    bus.publish(CHATS_TOPIC, wanted.deleted === undefined ? NO_CHAT : undefined);
    return project;
  }

  routes.get('/', async (c) => c.json<ProjectList>({ projects: await store.listProjects() }));

  routes.post('/', async (c) => {
    const { id = randomUUID(), name, instructions = '', ...wanted } = await jsonBody(c, newProjectRequest);
    const { model = null, workspace = null } = await checkedFields(parts, wanted);
    const kept = await store.listProjects();
    const before = kept.find((each) => each.id === id);
    // The same request again is not another project.
    if (before !== undefined) return c.json<Project>(before);
    if (kept.length >= MOST_PROJECTS)
      throw problem(409, 'too_many', `There can be at most ${MOST_PROJECTS} projects. Delete one first.`);
    const project = { id, name, instructions, model, workspace, created_at: Date.now() };
    if (!(await store.createProject(project)))
      throw problem(409, 'command_used', `The id ${id} was used for another project. Send a new one.`);
    bus.publish(CHATS_TOPIC, NO_CHAT);
    return c.json<Project>(project);
  });

  routes.patch('/:id', async (c) => {
    return c.json<Project>(await change(c.req.param('id'), await jsonBody(c, changeProjectRequest)));
  });

  routes.delete('/:id', async (c) => {
    await change(c.req.param('id'), { deleted: true });
    return c.body(null, 204);
  });

  return routes;
}

type Checked = Pick<ChangeProjectRequest, 'model' | 'workspace'>;

/** The fields that must fit this server, as they are kept. */
async function checkedFields(parts: ProjectParts, { model, workspace }: Checked): Promise<Checked> {
  if (typeof model === 'string' && parts.models.find(model) === undefined)
    throw problem(400, 'unknown_model', `There is no model ${model}. GET /api/models lists them.`);
  return {
    ...(model !== undefined && { model }),
    ...(workspace !== undefined && { workspace: workspace && (await folderOf(parts, workspace)) }),
  };
}

/** A folder inside the workspace of the server, from its root; null for the root itself. */
async function folderOf({ workspace, protectedPaths }: ProjectParts, folder: string): Promise<string | null> {
  if (workspace === undefined) throw badWorkspace('This server has no workspace.');
  try {
    const { root } = await folderIn(workspace, folder);
    const { path } = await workspace.resolve(root);
    if (protect(protectedPaths, workspace.root).path(path)) throw badWorkspace(`${path} is protected.`);
    return path === '.' ? null : path;
  } catch (error) {
    if (error instanceof WorkspaceError) throw badWorkspace(error.message);
    throw error;
  }
}

function badWorkspace(why: string) {
  return problem(
    400,
    'bad_workspace',
    `${why} Name a folder inside the workspace of this server, such as "docs".`,
  );
}

function unreadableProject() {
  return problem(
    409,
    'unreadable_project',
    "This project can't be read: its database row was changed or damaged. Write all of it again, or delete it.",
  );
}
