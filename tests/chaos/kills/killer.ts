import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_MS, LONGEST_PAUSE_MS } from './leases.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { ServerProcess } from './server-process.ts';

export interface KillerOptions {
  readonly servers: readonly ServerProcess[];
  readonly ledger: Ledger;
  readonly random: Random;
  readonly kills: number;
  /** The time between two deaths, in the mean. */
  readonly everyMs: number;
  /** The part of all deaths that are pauses, longer than a lease. */
  readonly pauses: number;
  readonly onDeath: (deaths: Deaths) => void;
  /** Aborted when no more deaths are needed. */
  readonly enough?: AbortSignal;
}

export interface Deaths {
  kills: number;
  /** Of the kills, those in the moment when an effect had come and was not answered. */
  atEffect: number;
  pauses: number;
  stops: number;
}

/** Kills servers until there were enough deaths. Resolves when all are back and awake. */
export async function killServers(options: KillerOptions): Promise<Deaths> {
  const { servers, random, kills, everyMs, onDeath } = options;
  const deaths: Deaths = { kills: 0, atEffect: 0, pauses: 0, stops: 0 };
  const busy = new Map<ServerProcess, Promise<void>>();
  const free = (): ServerProcess[] => servers.filter((server) => !busy.has(server));

  function occupy(server: ServerProcess, work: Promise<void>): void {
    const over = work.then(() => void busy.delete(server));
    busy.set(server, over);
  }

  async function kill(server: ServerProcess): Promise<void> {
    deaths.kills += 1;
    onDeath(deaths);
    await server.restart('SIGKILL');
  }

  while (deaths.kills < kills && options.enough?.aborted !== true) {
    if (free().length === 0) await Promise.race(busy.values());
    const server = random.pick(free());
    // Most of the time there is time to work, however slow the machine; now and then death comes in the middle of a start.
    const early = random.chance(0.1);
    if (!early) await server.ready();
    await sleep(early ? random.between(0, 100) : everyMs * (0.2 + 1.6 * random.next()));
    if (random.chance(options.pauses)) {
      deaths.pauses += 1;
      occupy(server, server.pause(random.between(LEASE_MS + 100, LONGEST_PAUSE_MS - 300)));
    } else if (random.chance(0.06)) {
      deaths.stops += 1;
      occupy(server, server.restart('SIGTERM'));
    } else if (random.chance(0.45)) {
      const victim = await nextToAct(options, free());
      if (victim === undefined) continue;
      deaths.atEffect += 1;
      await kill(victim);
    } else await kill(server);
  }
  await Promise.all(busy.values());
  for (const server of servers) await server.ready();
  return deaths;
}

const LONGEST_WAIT_MS = 1_000;

/** The server from which the next effect comes, in the moment in which it comes. */
function nextToAct(
  { ledger }: KillerOptions,
  free: readonly ServerProcess[],
): Promise<ServerProcess | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      forget();
      resolve(undefined);
    }, LONGEST_WAIT_MS);
    const forget = ledger.onNext(({ pid }) => {
      clearTimeout(timer);
      resolve(free.find((server) => server.pid === pid));
    });
  });
}
