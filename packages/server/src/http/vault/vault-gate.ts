import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../agent/log/clock.ts';
import type { VaultStore } from '../../store/vault-store.ts';
import { tokenKeys } from '../../vault/keys.ts';
import { unwrapKey } from '../../vault/wrapped-key.ts';
import type { RequestParts } from '../request/bindings.ts';
import { problem } from '../request/problem.ts';
import { type Answering, followAnswer } from './answering.ts';
import { createUnlockBox, type UnlockBox } from './unlock-box.ts';
import { lockedHere } from './vault-problems.ts';
import type { VaultUpkeep } from './vault-upkeep.ts';

/** For so long the server keeps the key of an account that no unlocked device asks for anything. */
export const FORGET_MS = 2 * 60_000;

export interface GateParts {
  readonly account: string;
  readonly vault: VaultStore;
  readonly upkeep: VaultUpkeep;
  readonly clock: Clock;
  /** The account was unlocked: what waited can go on. */
  readonly onUnlock: () => void;
}

/** Lets an account without a home key be read only while one of its devices shows the key. */
export interface VaultGate {
  readonly box: UnlockBox;
  /** Tells whether a session is given anything of the chats. */
  isOpenFor(session: string): Promise<boolean>;
  /** Refuses requests of those that have not shown the key. */
  readonly guard: MiddlewareHandler<{ Bindings: RequestParts }>;
  /** Lets a session in that has shown the key. */
  let(session: string): void;
  /** Forgets the key now. */
  lock(): Promise<void>;
  stop(): void;
}

type RoomContext = Context<{ Bindings: RequestParts }>;

/** The gate of one account. What it knows is gone with the process: then every device shows its key again. */
export function createVaultGate({ account, vault, upkeep, clock, onUnlock }: GateParts): VaultGate {
  const box = createUnlockBox(account);
  const shown = new Set<string>();
  const inside = new Set<Answering>();
  let isOver = false;
  let stopTimer = (): void => {};

  async function isGuarded(): Promise<boolean> {
    return vault.isGuarded() ?? (await vault.facts()).home !== 'on';
  }

  /** Counts a request until its answer is over. */
  function enter(c: RoomContext): (answer: Response) => Response {
    stopTimer();
    let isOver = false;
    const { answering, wrap } = followAnswer(c, (answer) => {
      isOver = true;
      inside.delete(answer);
      leaveLater();
    });
    // Perhaps nobody waits for the answer any more.
    if (!isOver) inside.add(answering);
    return wrap;
  }

  /** Forgets the key when nobody has asked for anything for a while; at once when only programs did. */
  function leaveLater(): void {
    stopTimer();
    if (isOver || inside.size > 0) return;
    stopTimer = clock.after(shown.size === 0 ? 0 : FORGET_MS, () => {
      if (inside.size === 0) upkeep.inBackground(lock, 'A vault could not be locked:');
    });
  }

  async function lock(): Promise<void> {
    stopTimer();
    shown.clear();
    box.renew();
    await vault.lock();
    // Streams would go on with what they have read; requests come to their end.
    for (const answering of inside) answering.cutStream();
    upkeep.changed();
  }

  async function byToken(c: RoomContext): Promise<((answer: Response) => Response) | undefined> {
    const token = (c.req.header('authorization') ?? '').trim().split(' ').at(-1) ?? '';
    const keys = tokenKeys(token);
    const all = await vault.credentials();
    const credential = all.find(({ id, kind }) => id === keys.keyId && kind === 'token');
    if (credential?.wrapped === undefined) return undefined;
    const place = { account, purpose: 'vault_key', id: credential.id } as const;
    const opened = unwrapKey(keys, place, credential.wrapped);
    if (opened.problem !== undefined) return undefined;
    const wrap = enter(c);
    if (await vault.unlock(opened.plain)) return wrap;
    // The refusal is not one of the answers that the key is kept for.
    wrap(new Response(null));
    return undefined;
  }

  return {
    box,
    lock,
    async isOpenFor(session) {
      return !(await isGuarded()) || (shown.has(session) && vault.isOpen());
    },
    async guard(c, next) {
      if (!(await isGuarded())) return next();
      const pass = c.get('pass');
      const isShown = pass.type === 'session' && shown.has(pass.hash) && vault.isOpen();
      const wrap = pass.type === 'token' ? await byToken(c) : isShown ? enter(c) : undefined;
      if (wrap === undefined) throw pass.type === 'token' ? lockedToken() : lockedHere(box);
      await next();
      const { res } = c;
      const wrapped = wrap(res);
      if (wrapped !== res) c.res = wrapped;
    },
    let(session) {
      shown.add(session);
      leaveLater();
      onUnlock();
    },
    stop() {
      isOver = true;
      stopTimer();
    },
  };
}

const lockedToken = () =>
  problem(
    423,
    'locked',
    'The chats of this account are encrypted with a key that only its devices have, and this API token has none yet. Open the page on one of the devices once, or make another token there.',
  );
