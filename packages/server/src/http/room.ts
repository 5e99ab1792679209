import type { Leases } from '../agent/lease/leases.ts';
import type { Bus } from '../agent/log/bus.ts';
import { oneAtATime } from '../agent/run/agent-options.ts';
import { createRunner, type Runner } from '../agent/run/runner.ts';
import { FIRST_ACCOUNT } from '../store/account.ts';
import type { Store } from '../store/store.ts';
import { joinTools } from '../tools/define/toolbox.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';
import { createRoomApp, type RoomApp, type SharedParts } from './room-app.ts';
import type { RoomOptions, ServerOptions } from './server-options.ts';

/** Everything that a server does for one account. */
export interface Room {
  readonly app: RoomApp;
  readonly runner: Runner;
}

export interface RoomParts extends SharedParts {
  readonly account: string;
  readonly options: ServerOptions;
  readonly own: RoomOptions;
  readonly store: Store;
  readonly bus: Bus;
  /** One for all rooms: a room that is opened after the wall clock has jumped must not judge by it. */
  readonly leases: Leases;
}

/** Opens the room of an account. Its runs are taken up by `runner.resume`. */
export function openRoom({ account, options, own, store, bus: shared, leases, ...parts }: RoomParts): Room {
  const { store: _store, models: _models, ...rest } = options;
  const { tools: ownTools = [], mcp, workspace: folder, lock = oneAtATime() } = own;
  const bus = accountBus(shared, account);
  const tools = mcp === undefined ? ownTools : joinTools(ownTools, mcp.tools);
  const given = { ...without(rest), ...own, tools };
  const workspace = folder === undefined ? undefined : openWorkspace(folder);
  const sole = options.sole ?? false;
  const runner = createRunner({ ...given, store, bus, models: parts.models, workspace, lock, sole, leases });
  const app = createRoomApp({ ...parts, options: given, store, bus, ownTools, lock, runner });
  return { app, runner };
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
    publish: (topic) => bus.publish(topicOf(topic)),
    subscribe: (topic, wake) => bus.subscribe(topicOf(topic), wake),
  };
}
