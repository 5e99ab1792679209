import type { Leases } from '../agent/lease/leases.ts';
import type { Bus } from '../agent/log/bus.ts';
import type { Clock } from '../agent/log/clock.ts';
import { oneAtATime } from '../agent/run/agent-options.ts';
import { createRunner, type Runner } from '../agent/run/runner.ts';
import { FIRST_ACCOUNT } from '../store/account.ts';
import type { Store } from '../store/store.ts';
import type { VaultStore } from '../store/vault-store.ts';
import { joinTools } from '../tools/define/toolbox.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';
import { createRoomApp, type RoomApp, type SharedParts } from './room-app.ts';
import type { RoomOptions, ServerOptions } from './server-options.ts';
import { createVaultGate } from './vault/vault-gate.ts';
import { createVaultUpkeep } from './vault/vault-upkeep.ts';

/** Everything that a server does for one account. */
export interface Room {
  readonly app: RoomApp;
  readonly runner: Runner;
  /** Looks through the keys of its vault again, in the background. */
  tidy(): void;
  stop(): Promise<void>;
}

export interface RoomParts extends SharedParts {
  readonly account: string;
  readonly options: ServerOptions;
  readonly own: RoomOptions;
  readonly store: Store;
  readonly vault: VaultStore;
  /** Seals what an older version has kept with the keys of people, as far as they are here. */
  readonly sealOlder: () => Promise<void>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly tell: (what: string, error: unknown) => void;
  /** One for all rooms: a room that is opened after the wall clock has jumped must not judge by it. */
  readonly leases: Leases;
}

/** Opens the room of an account. Its runs are taken up by `runner.resume`. */
export function openRoom(room: RoomParts): Room {
  const { account, options, own, store, vault, sealOlder, bus: shared, leases, clock, tell, ...parts } = room;
  const { store: _store, models: _models, ...rest } = options;
  const { tools: ownTools = [], mcp, workspace: folder, lock = oneAtATime() } = own;
  const bus = accountBus(shared, account);
  const tools = mcp === undefined ? ownTools : joinTools(ownTools, mcp.tools);
  const given = { ...without(rest), ...own, tools };
  const workspace = folder === undefined ? undefined : openWorkspace(folder);
  const sole = options.sole ?? false;
  const allFiles = options.files?.all;
  const runner = createRunner({
    ...{ ...given, store, bus, models: parts.models, workspace, lock, sole, leases },
    ...(allFiles !== undefined && { allFiles }),
  });
  const upkeep = createVaultUpkeep({ vault, bus, clock, sole, tell });
  const tidy = (): void =>
    upkeep.inBackground(upkeep.tidy, 'The keys of a vault could not be looked through:');
  const gate = createVaultGate({
    ...{ account, vault, upkeep, clock },
    onUnlock() {
      upkeep.inBackground(runner.look, 'Runs could not be looked up:');
      upkeep.inBackground(sealOlder, 'Older chats could not get keys of their own:');
      tidy();
    },
  });
  tidy();
  const app = createRoomApp({
    ...{ ...parts, options: given, store, bus, ownTools, lock, runner },
    ...{ account, vault, gate, upkeep },
  });
  return {
    ...{ app, runner, tidy },
    async stop() {
      gate.stop();
      await Promise.all([upkeep.stop(), runner.stop()]);
    },
  };
}

/** The options that every room has. */
function without(
  options: Omit<ServerOptions, 'store' | 'models'>,
): Omit<ServerOptions, 'store' | 'models' | keyof RoomOptions> {
  const { tools, mcp, workspace, lock, checkpoints, protectedPaths, ...shared } = options;
  return shared;
}

/** Wake-ups within one account. */
function accountBus(bus: Bus, account: string): Bus {
  // Servers of before there were accounts wake each other by the bare topics.
  if (account === FIRST_ACCOUNT) return bus;
  const topicOf = (topic: string): string => `${account}/${topic}`;
  return {
    publish: (topic, ...news) => bus.publish(topicOf(topic), ...news),
    subscribe: (topic, wake) => bus.subscribe(topicOf(topic), wake),
  };
}
