import { setImmediate as nextTurn } from 'node:timers/promises';
import { putSealedChat, sealedChats } from '../keyring/sealed-chats.ts';
import { dropHomeWrap, putHomeWrap, wrapHome } from '../keyring/vault-rows.ts';
import { type Tx, text } from '../tx.ts';
import type { VaultStore } from '../vault-store.ts';
import { dropMeta, getMeta, putMeta, RESEAL } from '../verbs/account/meta-verbs.ts';
import * as credentials from '../verbs/vault/credential-verbs.ts';
import { rotateNext, rotationOf } from './rotation-verbs.ts';
import { sealKey, waysIn } from './vault-credentials.ts';
import type { VaultTurn } from './vault-turn.ts';

type Verbs = Pick<
  VaultStore,
  'dropWay' | 'tidy' | 'rotateSome' | 'dropHome' | 'keepHome' | 'sealedChats' | 'sealChat'
>;

/** Transactions of one call, so that a caller hears of the progress. */
const STEPS_AT_ONCE = 16;
/** For so long another server may not have heard that the vault key was replaced. */
const OTHERS_MS = 60_000;

/** The verbs that change where the key of a vault lies, and what is sealed with it. */
export function vaultChanges(turn: VaultTurn): Verbs {
  const { account, root, keys, driver, read, durably, inTurn, replace, look } = turn;
  return {
    dropWay: (kind, of) =>
      durably(function* () {
        yield* credentials.holdVault();
        const ways = yield* waysIn(root);
        const dropped = ways.filter((way) => way.kind === kind && (of === undefined || way.of === of));
        if (dropped.length === 0) return 'none';
        if (!keys.isHome && ways.length === dropped.length) return 'last_way';
        for (const { id } of dropped) yield* credentials.dropCredential(id);
        yield* putMeta(staleName(account), '');
        return 'dropped';
      }),
    async tidy(now) {
      await look();
      return (
        (await inTurn(() => replace<'kept' | 'replaced'>(() => tidyUp(turn, now), 'replaced'))) === 'replaced'
      );
    },
    async rotateSome() {
      await look();
      for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
        await nextTurn();
        const { vault } = keys;
        if (vault === undefined) return 0;
        const canEnd = (formedAt: number): boolean =>
          driver.isShared !== true || Date.now() - formedAt > OTHERS_MS;
        const outcome = await durably(() => rotateNext(account, keys, vault, canEnd));
        if (outcome === 'wait') return 'later';
        if (outcome === 'done') {
          if (vault.formers.length > 0 && keys.vault === vault)
            keys.take({ vault: { ...vault, formers: [] }, home: keys.isHome });
          return 0;
        }
      }
      const rotation = await read(() => rotationOf(account));
      return rotation === undefined ? 0 : rotation.total - rotation.done + 1;
    },
    dropHome: () => inTurn(() => dropHome(turn)),
    keepHome: () => inTurn(() => keepHome(turn)),
    sealedChats: () => read(sealedChats),
    sealChat: (chatId, sealed) =>
      durably(function* () {
        const chats = yield [
          'UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ? AND deleted_at IS NULL RETURNING id',
          chatId,
        ];
        if (chats.length === 0) return false;
        yield* putSealedChat(chatId, sealed);
        yield* turn.closeCapsules(chatId);
        return true;
      }),
  };
}

async function dropHome({
  account,
  root,
  personal,
  keys,
  replace,
  replaced,
  closeCapsules,
}: VaultTurn): ReturnType<VaultStore['dropHome']> {
  if (!keys.isHome || keys.vault === undefined) return 'off';
  const { vault } = keys;
  // Capsules of before lie in the log of the database.
  personal.noteRemains();
  // From here on runs that begin get the capsules that they need without a home key.
  keys.take({ vault, home: false });
  try {
    const outcome = await replace<'dropped' | 'no_other_way' | 'still_sealing'>(function* () {
      yield* credentials.holdVault();
      if ((yield* getMeta(RESEAL)) !== undefined) return 'still_sealing';
      const ways = yield* waysIn(root);
      if (ways.length < 2 && ways.every(({ kind }) => kind === 'device')) return 'no_other_way';
      yield* closeCapsules();
      yield* dropHomeWrap();
      return yield* replaced(false);
    }, 'dropped');
    if (outcome !== 'dropped') keys.take({ vault, home: true });
    // A crash before this leaves it to the next start.
    else personal.dropHome(account);
    return outcome;
  } catch (error) {
    keys.take({ vault, home: true });
    throw error;
  }
}

async function keepHome({
  account,
  personal,
  keys,
  durably,
  withKey,
  current,
  closeCapsules,
}: VaultTurn): ReturnType<VaultStore['keepHome']> {
  if (!personal.keepsHome) return 'never';
  if (keys.isHome) return 'on';
  const vault = await withKey(function* () {
    yield* credentials.holdVault();
    const now = yield* current();
    yield* putHomeWrap(wrapHome(account, personal, now.secret), Date.now());
    yield ['DELETE FROM chat_capsules WHERE account_id = :account'];
    return now;
  });
  keys.take({ vault, home: true });
  // Runs of sealed chats go on by themselves now.
  await durably(closeCapsules);
  return 'kept';
}

/** Forgets tokens that are no more, and replaces the vault key for them. */
function* tidyUp({ account, root, keys, current, replaced }: VaultTurn, now: number) {
  if (!(yield* credentials.holdVault())) return 'kept';
  const tokens = (yield* credentials.listCredentials(root)).filter(({ kind }) => kind === 'token');
  const alive = new Set(yield* liveTokens(account, now));
  const isDead = ({ of = '' }: { readonly of?: string }): boolean => !alive.has(of);
  for (const token of tokens) if (isDead(token)) yield* credentials.dropCredential(token.id);
  const isStale = tokens.some(isDead) || (yield* getMeta(staleName(account))) !== undefined;
  if (keys.vault === undefined) {
    if (isStale) yield* putMeta(staleName(account), '');
    return 'kept';
  }
  const { secret } = yield* current();
  for (const token of tokens)
    if (token.wrapped === undefined && !isDead(token)) yield* sealKey(account, root, token, secret);
  if (!isStale) return 'kept';
  yield* dropMeta(staleName(account));
  return yield* replaced(keys.isHome);
}

/** Notes that the vault key must be replaced as soon as somebody shows it. */
const staleName = (account: string): string => `stale:${account}`;

/** The API tokens of an account that work. */
function* liveTokens(account: string, now: number): Tx<string[]> {
  const rows = yield [
    'SELECT id FROM api_tokens WHERE account_id = ? AND (expires_at IS NULL OR expires_at > ?)',
    ...[account, now],
  ];
  return rows.map((row) => text(row, 'id'));
}
