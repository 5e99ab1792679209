import type { FileLimits } from '@millrace/engine/run';
import type { Bus } from '../agent/log/bus.ts';
import type { Observe } from '../agent/log/observation.ts';
import type { WorkspaceLock } from '../agent/plan/turn.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import type { Model } from '../models/adapter/model.ts';
import type { ModelCatalog } from '../models/catalog/catalog.ts';
import type { ProviderCatalog } from '../models/catalog/provider-catalog.ts';
import type { ServerStore } from '../store/store.ts';
import type { Action } from '../tools/define/define-action.ts';
import type { Toolbox } from '../tools/define/toolbox.ts';
import type { Mcp } from '../tools/mcp/create-mcp.ts';
import type { Mode } from '../tools/modes/mode.ts';
import type { GuardedFetch } from '../tools/web/guarded-fetch.ts';
import type { DoorOptions } from './request/door.ts';
import type { Limits } from './request/limits.ts';

/** The options of `createServer`. */
export interface ServerOptions extends DoorOptions {
  readonly store: ServerStore;
  /** Carries wake-ups between the servers on one store. Without it: within this process. It stays open. */
  readonly bus?: Bus;
  /** The first one answers when a message names none. */
  readonly models: readonly Model[] | ModelCatalog | ProviderCatalog;
  /** The tools that models may call, or a function that gives those that exist now. */
  readonly tools?: Toolbox;
  /** MCP servers, whose tools models may call as well. They stay open. */
  readonly mcp?: Mcp;
  /** How models may work; the first one is the default. The built-in ones unless given. */
  readonly modes?: readonly Mode[];
  /** The actions of the server for buttons that a message offered. */
  readonly actions?: readonly Action[];
  /** Fetches what links lead to, for their previews. Without it there are none. */
  readonly previews?: GuardedFetch;
  /** The folder that tools work on. */
  readonly workspace?: string;
  /** Paths that are always asked about, beside `.git` and `.millrace`; relative ones in every folder. */
  readonly protectedPaths?: readonly string[];
  /** Held while a tool works on the workspace. Without it one tool at a time does so in this process. */
  readonly lock?: WorkspaceLock;
  /** Saves the workspace before a run changes it, so that people can go back. Without it nothing is saved. */
  readonly checkpoints?: Checkpoints;
  /** The folder and tools of another account than the first, whose are those above. Without it that account has none. */
  readonly roomOf?: (account: string) => RoomOptions;
  /** Removes what an account kept outside of the store. */
  readonly removeRoom?: (account: string) => Promise<void>;
  /** Binds exactly this port, or fails; 0 takes any free one. Without it: 4141 or the next free port. */
  readonly port?: number;
  /** The certificate, in PEM, that devices may trust so that they know ours. It can be downloaded at `/millrace-ca.crt`. */
  readonly authority?: string;
  /** The folder of the built page. Without it the server offers only its API. */
  readonly web?: string;
  /** True when no other process serves this store: runs of a crashed one continue at once, not when its leases end. */
  readonly sole?: boolean;
  /** For how long a run stays with a server that is no longer heard of. 5 seconds unless given. */
  readonly leaseMs?: number;
  /** Told of what the server does, without content: for metrics, logs and traces. */
  readonly observe?: Observe;
  /** The longest time that a server may be paused and then continue its work. Default 30 seconds. */
  readonly longestPauseMs?: number;
  /** How many model calls of a run may offer tools. Unless given 5, and 50 in a mode that works with tools. */
  readonly maxIterations?: number;
  /**
   * At that limit one last model call without tools sums up (`sum_up`, the default), or the run waits for a person (`ask`), who lets
   * it go on for as many steps again, or stop there with a summary.
   */
  readonly atStepLimit?: 'sum_up' | 'ask';
  /** How often the same may be done before a person is asked. 3 unless given; 0 for as often as it likes. */
  readonly repetitionLimit?: number;
  /** Asks the model of a chat for its name after the first answer. Without it a chat is called after its first words. */
  readonly titles?: boolean;
  /** For how long a person can decide about a call. For ever unless given. */
  readonly approvalMs?: number;
  /** The most bytes of a file (25 MB unless given) and of all files of an account (5 GB). */
  readonly files?: Partial<Pick<FileLimits, 'largest' | 'all'>>;
  /** How much the server takes, where it differs from `LIMITS`. A test or a bench may want more. */
  readonly limits?: Partial<Limits>;
}

/** The options of one account alone: its folder, the tools of its models and the servers that these use. */
export type RoomOptions = Pick<
  ServerOptions,
  'tools' | 'mcp' | 'workspace' | 'lock' | 'checkpoints' | 'protectedPaths'
>;
