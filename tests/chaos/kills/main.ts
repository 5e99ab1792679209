import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallRecord } from './call-record.ts';
import { checkEffects, checkKeys } from './check-effects.ts';
import { converse, type Totals, type World } from './conversation.ts';
import { Device } from './device.ts';
import { createFindings, type Fault, type Findings } from './findings.ts';
import { startHunt } from './hunt.ts';
import { type Deaths, killServers } from './killer.ts';
import { openLedger } from './ledger.ts';
import { createRandom, type Random } from './random.ts';
import { printReport } from './report.ts';
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts';

export interface ChaosOptions {
  /** The address of a Postgres, where three servers share it; else one server has an SQLite file. */
  readonly postgres?: string;
  readonly kills: number;
  readonly seed: string;
  /** The time between two deaths, in the mean. */
  readonly everyMs: number;
  /** The part of all deaths that are pauses, longer than a lease. */
  readonly pauses: number;
  /** How many chats go on at once. */
  readonly chats: number;
  /** How long runs may take to end after the last death. */
  readonly patienceMs: number;
  /** Bugs to put into the servers, with commas. */
  readonly bug: string;
  /** The faults that end it once all of them are found; an empty list stands for any one. */
  readonly until?: readonly Fault[];
  readonly tell: (line: string) => void;
}

/** Kills servers while many runs go on, and prints what came of it. True when nothing went wrong. */
export async function runChaos(options: ChaosOptions): Promise<boolean> {
  const { seed, tell, postgres } = options;
  const folder = mkdtempSync(join(tmpdir(), 'millrace-chaos-'));
  const findings = createFindings(tell);
  const ledger = await openLedger();
  const servers: ServerProcess[] = [];
  try {
    const random = createRandom(seed);
    tell(`Seed ${seed}.`);
    const tokens = ['phone', 'laptop', 'tablet'].map((name) => `${name}-${seed}-token`);
    const ports = await Promise.all(Array.from({ length: postgres === undefined ? 1 : 3 }, freePort));
    const store = postgres ?? join(folder, 'data', 'millrace.sqlite');
    const env = { CHAOS_STORE: store, CHAOS_LEDGER: ledger.url, CHAOS_BUG: options.bug };
    for (const [i, port] of ports.entries()) {
      const onComplaint = complaints(findings, tell);
      const spare = options.kills > 0;
      servers.push(startServerProcess({ port, env, tokens: i === 0 ? tokens : [], spare, onComplaint }));
    }
    for (const server of servers) await server.ready();
    const [over, giveUp] = [new AbortController(), new AbortController()];
    const calls = new Map<string, CallRecord>();
    const hunt = options.until && startHunt({ sought: options.until, findings, ledger, calls });
    const place = { ports, giveUp: giveUp.signal };
    const devices: Device[] = [];
    for (const token of tokens) devices.push(await Device.signIn(place, token, random.fork(token)));

    const totals = {
      runs: 0,
      cancelled: 0,
      events: 0,
      connections: 0,
      resyncs: 0,
      decisions: 0,
      conflicts: 0,
      reruns: 0,
      cuts: 0,
    };
    const signals = { over: over.signal, giveUp: giveUp.signal, ...(hunt && { found: hunt.found }) };
    const world: World = { devices, findings, totals, calls, ...signals };
    const people = Array.from({ length: options.chats }, (_, i) =>
      keepTalking(world, random.fork(`people ${i}`), `c${i}`),
    );
    const deaths = await killServers({
      ...options,
      servers,
      ledger,
      random: random.fork('killer'),
      ...(hunt && { enough: hunt.found }),
      onDeath: progress(options, totals, findings),
    });
    // While faults are sought, people go on talking until they show.
    if (hunt) await abortedWithin(options.patienceMs, hunt.found);
    over.abort();
    await finish(people, giveUp, options.patienceMs, hunt?.found);
    hunt?.stop();
    checkEffects(hunt?.known() ?? ledger.effects, calls, findings);
    checkKeys(ledger.effects, findings);
    tell(printReport(deaths, totals, ledger.effects.length, findings));
    return [...findings.counts.values()].every((count) => count === 0);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    ledger.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One chat after the other until it is over, and one at least. */
async function keepTalking(world: World, random: Random, name: string): Promise<void> {
  for (let i = 1; i === 1 || !world.over.aborted; i += 1) {
    const chatId = `${name}-${i}`;
    try {
      await converse(world, chatId, random.fork(chatId));
    } catch (error) {
      world.findings.add('lost or doubled commands', `chat ${chatId}: ${String(error)}`);
    }
  }
}

async function finish(
  people: readonly Promise<void>[],
  giveUp: AbortController,
  patienceMs: number,
  found?: AbortSignal,
): Promise<void> {
  const all = Promise.all(people);
  await Promise.race([all, abortedWithin(patienceMs, found)]);
  giveUp.abort();
  await all;
}

/** Resolves when a signal is aborted, and after a time at the latest. */
async function abortedWithin(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});
}

function progress({ kills, tell }: ChaosOptions, totals: Totals, { counts }: Findings) {
  const since = Date.now();
  const every = Math.max(10, Math.round(kills / 20));
  return (deaths: Deaths): void => {
    if (deaths.kills % every !== 0) return;
    const faults = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const seconds = Math.round((Date.now() - since) / 1000);
    tell(
      `${seconds} s: ${deaths.kills} kills, ${totals.runs} runs, ${totals.events} events, ${faults} faults`,
    );
  };
}

/** The words of a server when something unexpected happened. */
const UNEXPECTED = /unexpectedly|could not|ended by itself|Error\b/;
const DETAILS = 40;

function complaints(findings: Findings, tell: (line: string) => void): (line: string) => void {
  let told = 0;
  return (line) => {
    if (UNEXPECTED.test(line)) findings.add('server errors', line);
    else if (told++ < DETAILS) tell(`server: ${line}`);
  };
}
