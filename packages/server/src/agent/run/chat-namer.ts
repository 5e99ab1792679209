import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { RunRow, Store } from '../../store/store.ts';
import { titleOf } from '../../store/verbs/title-of.ts';
import { type Bus, CHATS_TOPIC } from '../log/bus.ts';
import { askModel } from '../model/ask-model.ts';

export interface ChatNamer {
  /** Names the chat of a run that has its answer, if that is the first one. Never throws; a failure leaves the name as it is. */
  name(this: void, run: RunRow): void;
  stop(this: void): void;
}

export interface NamerParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly models: ModelCatalog;
}

const ASK_MS = 20_000;
/** So much of the question and of the answer is shown to the model. */
const SHOWN = 2_000;
const MOST_WORDS = 6;

const SYSTEM =
  'You name conversations. Answer with a title of at most six words, in the language of the conversation: no quotes, no full stop, nothing else.';

/** Gives chats names from their first exchange. The demo model is not asked: it could not say. */
export function createChatNamer({ store, bus, models }: NamerParts): ChatNamer {
  const stopping = new AbortController();

  async function propose({ chatId, model: modelId }: RunRow): Promise<void> {
    const model = models.find(modelId);
    if (model === undefined || model.demo === true) return;
    const [asked, answered, ...more] = await store.readMessages(chatId, 0);
    if (asked?.role !== 'user' || answered?.role !== 'assistant' || more.length > 0) return;
    const prompt = `The person wrote:\n${asked.text.slice(0, SHOWN)}\n\nThe answer:\n${answered.text.slice(0, SHOWN)}`;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ASK_MS)]);
    const title = readTitle(await askModel(model, { system: SYSTEM, prompt }, signal));
    if (title === '' || !(await store.putTitle(chatId, title, 'model'))) return;
    bus.publish(CHATS_TOPIC, chatId);
  }

  return {
    // Its first words are a good enough name.
    name: (run) => void propose(run).catch(() => {}),
    stop: () => stopping.abort(),
  };
}

/** The text between marks. It is searched for as such, because a search for marks before an end costs a look from each of them. */
const BARE = /[^"'“”«»*_`\s](?:.*[^"'“”«»*_`.\s])?/su;

/** The title in what a model said: its first line, without marks around it, six words of it. Pure. */
export function readTitle(said: string): string {
  const line = said.split('\n').find((each) => each.trim() !== '') ?? '';
  const named = line.trim().replace(/^(#+\s|title:\s*)/i, '');
  const bare = BARE.exec(named)?.[0].replace(/^\.$/, '') ?? '';
  return titleOf(bare.split(/\s+/).slice(0, MOST_WORDS).join(' '));
}
