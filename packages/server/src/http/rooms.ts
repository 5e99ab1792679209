import type { Clock } from '../agent/log/clock.ts';
import type { PeopleStore } from '../store/account.ts';
import { problem } from './request/problem.ts';
import type { Room } from './room.ts';

export interface RoomsParts {
  readonly store: Pick<PeopleStore, 'accountsWithRuns' | 'listAccounts'>;
  readonly clock: Clock;
  readonly open: (account: string) => Room;
  readonly tell: (what: string, error: unknown) => void;
}

/** The rooms of the accounts that are here, or whose runs go on. */
export interface Rooms {
  /** The room of an account, open from now on. None is opened once the server stops: nobody would close it. */
  of(account: string): Room;
  /** Opens the rooms of all runs that have not ended, now and again and again: another server may have left some. */
  resume(): Promise<void>;
  /** Closes the rooms of accounts that are no longer there. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_MS = 5000;

export function createRooms({ store, clock, open, tell }: RoomsParts): Rooms {
  const rooms = new Map<string, Room>();
  let isOver = false;
  let stopTimer = (): void => {};

  function enter(account: string): { readonly room: Room; readonly isNew: boolean } {
    const found = rooms.get(account);
    if (found === undefined && isOver)
      throw problem(503, 'stopping', 'The server is stopping. Try again when it is back.');
    const room = found ?? open(account);
    rooms.set(account, room);
    return { room, isNew: found === undefined };
  }

  const resumeOne = (account: string): Promise<void> => {
    const { room, isNew } = enter(account);
    return isNew ? room.runner.resume() : Promise.resolve();
  };

  async function resumeAll(): Promise<void> {
    for (const account of await store.accountsWithRuns()) if (!isOver) await resumeOne(account);
  }

  function look(): void {
    if (isOver) return;
    stopTimer = clock.after(LOOK_MS, () => {
      resumeAll()
        .catch((error: unknown) => tell('Runs of other accounts could not be looked up:', error))
        .then(look, () => {});
    });
  }

  return {
    of(account) {
      const { room, isNew } = enter(account);
      if (isNew) room.runner.resume().catch((error: unknown) => tell('Runs could not be looked up:', error));
      return room;
    },
    async resume() {
      await resumeAll();
      look();
    },
    async check() {
      const accounts = new Set((await store.listAccounts()).map(({ id }) => id));
      for (const [account, room] of rooms) {
        if (accounts.has(account)) {
          room.tidy();
          continue;
        }
        rooms.delete(account);
        await room.stop();
      }
    },
    async stop() {
      isOver = true;
      stopTimer();
      await Promise.all([...rooms.values()].map((room) => room.stop()));
    },
  };
}
