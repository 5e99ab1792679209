import {
  type AnswerSettings,
  type AnswerSettingsRequest,
  combinePrompts,
  MOST_MODELS,
  type ModelSettings,
  type RunSettings,
} from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import { aboutAnswers, aboutRunSettings } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { ChangedAnswers } from '../store.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { holdChat } from './chat-rows.ts';
import { sealerOfRun } from './sealer-of-run.ts';

const NONE: AnswerSettings = { prompt: '', models: {}, rev: 0 };
const NO_SETTINGS: RunSettings = { prompt: '', account: {}, chat: {} };

type Scope = 'account' | 'chat';
const placeOf = (chatId: string | undefined): readonly [Scope, string] =>
  chatId === undefined ? ['account', ''] : ['chat', chatId];

/** The instructions and settings of a chat, or without one of the account. */
export function* readAnswers(sealer: Sealer, chatId: string | undefined): Tx<AnswerSettings> {
  const [scope, of] = placeOf(chatId);
  const [row] = yield [
    'SELECT payload, key_id, rev FROM answer_settings WHERE account_id = :account AND scope = ? AND of_id = ?',
    ...[scope, of],
  ];
  return row === undefined ? NONE : opened(sealer, row, scope, of);
}

function opened(sealer: Sealer, row: Row, scope: Scope, of: string): AnswerSettings {
  const rev = integer(row, 'rev');
  return openOr<AnswerSettings>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutAnswers(scope, of) },
    // The payload is what changeAnswers wrote.
    (json) => ({ ...(JSON.parse(json) as Omit<AnswerSettings, 'rev'>), rev }),
    () => ({ ...NONE, rev }),
  );
}

/** Changes what the request names and leaves the rest. */
export function* changeAnswers(
  sealer: Sealer,
  chatId: string | undefined,
  change: AnswerSettingsRequest,
): Tx<ChangedAnswers> {
  const [scope, of] = placeOf(chatId);
  if (chatId !== undefined && (yield* holdChat(chatId)) === undefined) return 'no_chat';
  const before = yield* readAnswers(sealer, chatId);
  const after = {
    prompt: change.prompt ?? before.prompt,
    models: changedModels(before.models, change.models ?? {}),
  };
  if (Object.keys(after.models).length > MOST_MODELS) return 'too_many';
  const rev = before.rev + 1;
  yield [
    `INSERT INTO answer_settings (account_id, scope, of_id, payload, key_id, rev) VALUES (:account, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, scope, of_id) DO UPDATE SET payload = excluded.payload, key_id = excluded.key_id, rev = excluded.rev`,
    ...[scope, of, sealer.seal(JSON.stringify(after), aboutAnswers(scope, of)), sealer.keyId, rev],
  ];
  return { ...after, rev };
}

/** Null takes a value away; a model without values is not kept. Pure. */
function changedModels(
  before: AnswerSettings['models'],
  changes: NonNullable<AnswerSettingsRequest['models']>,
): AnswerSettings['models'] {
  const models = new Map<string, ModelSettings>(Object.entries(before));
  for (const [id, change] of Object.entries(changes)) {
    const values = Object.entries({ ...models.get(id), ...change }).filter(([, value]) => value !== null);
    // The route has checked each value for the model.
    if (values.length > 0) models.set(id, Object.fromEntries(values) as ModelSettings);
    else models.delete(id);
  }
  return Object.fromEntries(models);
}

/** The settings that hold for a new run, so that a change counts from the next message on. `project` are the instructions of the chat's project. */
export function* runSettingsFor(
  keys: Keyring,
  { chatId, model }: { readonly chatId: string; readonly model: string },
  project?: string,
): Tx<RunSettings> {
  const account = yield* readAnswers(keys.account, undefined);
  const chat = yield* readAnswers(keys.account, chatId);
  return {
    prompt: combinePrompts({ account: account.prompt, project, chat: chat.prompt }),
    account: ownOf(account.models, model),
    chat: ownOf(chat.models, model),
  };
}

function ownOf(models: AnswerSettings['models'], id: string): ModelSettings {
  return (Object.hasOwn(models, id) && models[id]) || {};
}

/** Empty when there is nothing to seal. Pure. */
export function sealRunSettings(sealer: Sealer, runId: string, settings: RunSettings): string {
  const isNothing = JSON.stringify(settings) === JSON.stringify(NO_SETTINGS);
  return isNothing ? '' : sealer.seal(JSON.stringify(settings), aboutRunSettings(runId));
}

/** The settings that hold for a run. */
export function* readRunSettings(keys: Keyring, runId: string): Tx<RunSettings> {
  const [row] = yield ['SELECT settings, key_id FROM runs WHERE account_id = :account AND id = ?', runId];
  const sealed = row === undefined ? '' : text(row, 'settings');
  if (row === undefined || sealed === '') return NO_SETTINGS;
  return openOr<RunSettings>(
    yield* sealerOfRun(keys, runId, [row]),
    { text: sealed, keyId: text(row, 'key_id'), about: aboutRunSettings(runId) },
    // The text is what sealRunSettings wrote.
    (json) => JSON.parse(json) as RunSettings,
    () => NO_SETTINGS,
  );
}
