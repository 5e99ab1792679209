import {
  type AnswerSettings,
  type AnswerSettingsRequest,
  answerSettingsRequest,
  MOST_MODELS,
  type SettingProblem,
  settingProblems,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { type Bus, CHATS_TOPIC, NO_CHAT } from '../../agent/log/bus.ts';
import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { AnswerStore, ChatStore } from '../../store/store.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { noChat } from '../turn/start-turn.ts';

export interface AnswerParts {
  readonly store: ChatStore & AnswerStore;
  readonly bus: Bus;
  readonly models: ModelCatalog;
}

/** The instructions and settings of the account. */
export function accountSettingsRoutes(parts: AnswerParts): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => c.json<AnswerSettings>(await parts.store.readAnswers()));
  routes.patch('/', async (c) =>
    c.json<AnswerSettings>(await change(parts, undefined, await jsonBody(c, answerSettingsRequest))),
  );
  return routes;
}

/** The instructions and settings of a chat. */
export function chatSettingsRoutes(parts: AnswerParts): Hono {
  const { store } = parts;
  const routes = new Hono();
  routes.get('/:id/settings', async (c) => {
    const chatId = c.req.param('id');
    if ((await store.getChat(chatId)) === undefined) throw noChat(chatId);
    return c.json<AnswerSettings>(await store.readAnswers(chatId));
  });
  routes.patch('/:id/settings', async (c) => {
    const request = await jsonBody(c, answerSettingsRequest);
    return c.json<AnswerSettings>(await change(parts, c.req.param('id'), request));
  });
  return routes;
}

async function change(
  { store, bus, models }: AnswerParts,
  chatId: string | undefined,
  request: AnswerSettingsRequest,
): Promise<AnswerSettings> {
  const before = await store.readAnswers(chatId);
  for (const [id, values] of Object.entries(request.models ?? {}))
    checkValues(models, id, values, before.models[id] ?? {});
  const changed = await store.changeAnswers(chatId, request);
  if (changed === 'no_chat') throw noChat(chatId ?? '');
  if (changed === 'too_many')
    throw problem(
      409,
      'too_many',
      `Settings can be kept for at most ${MOST_MODELS} models. Reset those of one first.`,
    );
  bus.publish(CHATS_TOPIC, chatId ?? NO_CHAT);
  return changed;
}

/** Refuses values that the model does not take. A value can be reset whatever became of the model. */
function checkValues(
  models: ModelCatalog,
  id: string,
  values: Readonly<Record<string, number | string | null>>,
  before: Readonly<Record<string, unknown>>,
): void {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  if (set.length === 0) return;
  const model = models.find(id);
  if (model === undefined)
    throw problem(400, 'unknown_model', `There is no model ${id}. GET /api/models lists them.`);
  const { settings = [] } = model;
  // Values from before that the model no longer takes are not this request's fault.
  const kept = Object.entries(before).filter(
    ([name, value]) => !(name in values) && settingProblems(settings, { [name]: value }).length === 0,
  );
  const [wrong] = [
    ...settingProblems(settings, Object.fromEntries(set)),
    ...settingProblems(settings, Object.fromEntries([...kept, ...set])),
  ];
  if (wrong !== undefined) throw problem(400, 'bad_setting', sentence(model.name, wrong), { problem: wrong });
}

function sentence(model: string, wrong: SettingProblem): string {
  switch (wrong.problem) {
    case 'unsupported':
      return `${model} has no setting ${wrong.name}. Leave it out.`;
    case 'not_a_number':
      return `${wrong.name} must be a number.`;
    case 'not_whole':
      return `${wrong.name} must be a whole number.`;
    case 'too_small':
      return `${wrong.name} must be ${wrong.limit} or more for ${model}.`;
    case 'too_large':
      return `${wrong.name} must be ${wrong.limit} or less for ${model}.`;
    case 'not_a_choice':
      return `${wrong.name} must be one of ${wrong.choices.join(', ')} for ${model}.`;
    case 'excluded':
      return `${model} does not take ${wrong.name} together with ${wrong.by}. Reset one of them.`;
  }
}
