import { type CommandInfo, type ModeInfo, rankFiles } from '@millrace/engine/run';
import type { CompletionPlace, CompletionTrigger } from './completion-at.ts';
import type { CompletionItem } from './completion-item.ts';

/** The sources of what completes a message. What has no source is not completed. */
export interface CompletionSources {
  /** The paths that fit a query, best first. The signal is aborted when nobody wants them any more. */
  files?(query: string, signal: AbortSignal): Promise<readonly string[]>;
  commands?(): Promise<readonly CommandInfo[]>;
  readonly modes?: readonly ModeInfo[];
}

/** The trigger and the query to complete. */
export type CompletionQuery = Pick<CompletionPlace, 'trigger' | 'query'>;

/** The items that fit, best first. `idle`: nothing is completed. `failed`: a source gave nothing. */
export interface CompletionState {
  readonly items: readonly CompletionItem[];
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
}

/** The state of the completions of a trigger; undefined when nothing is completed. */
export interface AskedCompletions extends CompletionState {
  readonly trigger: CompletionTrigger | undefined;
}

/** The completions of one message box. */
export interface Completions {
  /** Asks the sources. What was asked before is aborted, and its answer counts no more. */
  ask(wanted: CompletionQuery | undefined, sources: CompletionSources): void;
  getState(): AskedCompletions;
  subscribe(changed: () => void): () => void;
}

/** The state in which nothing is completed. */
export const NO_COMPLETIONS: AskedCompletions = { trigger: undefined, items: [], status: 'idle' };

/** Completes what a person writes in one message box. The newest question wins; slash commands are asked for once for each slash. */
export function createCompletions(): Completions {
  const listeners = new Set<() => void>();
  let state = NO_COMPLETIONS;
  let asked = new AbortController();
  let commands: Promise<readonly CommandInfo[]> | undefined;

  function show(next: CompletionState): void {
    state = { ...next, trigger: state.trigger };
    for (const changed of [...listeners]) changed();
  }

  /** Shows what a source gives, if nobody has asked for something else meanwhile. */
  async function load<T>(
    given: Promise<T>,
    itemsOf: (found: T | undefined) => readonly CompletionItem[],
  ): Promise<void> {
    const { signal } = asked;
    const found = await given.then(
      (value) => ({ value }),
      () => undefined,
    );
    if (!signal.aborted)
      show({ items: itemsOf(found?.value), status: found === undefined ? 'failed' : 'ready' });
  }

  function askFiles(query: string, sources: CompletionSources): void {
    // Until the answer comes, what is known already and fits the new query, too.
    const known = state.items.flatMap((item) => (item.type === 'file' ? [item.path] : []));
    show({ items: filesOf(rankFiles(known, query)), status: 'loading' });
    const given = (async () => sources.files?.(query, asked.signal) ?? [])();
    void load(given, (paths = []) => filesOf(paths));
  }

  function askNames(query: string, sources: CompletionSources): void {
    const { modes = [] } = sources;
    const itemsOf = (known: readonly CommandInfo[] = []): readonly CompletionItem[] => [
      ...fitting(modes, query, ({ slug }) => slug).map((mode) => ({ type: 'mode' as const, mode })),
      ...fitting(known, query, ({ name }) => name).map((command) => ({ type: 'command' as const, command })),
    ];
    if (sources.commands === undefined) {
      show({ items: itemsOf(), status: 'ready' });
      return;
    }
    commands ??= (async () => sources.commands?.() ?? [])();
    const known = state.items.flatMap((item) => (item.type === 'command' ? [item.command] : []));
    show({ items: itemsOf(known), status: 'loading' });
    void load(commands, itemsOf);
  }

  return {
    ask(wanted, sources) {
      asked.abort();
      asked = new AbortController();
      const trigger = wanted?.trigger;
      if (trigger !== state.trigger) {
        // A list that failed is asked for again with the next slash.
        commands = undefined;
        state = { ...NO_COMPLETIONS, trigger };
      }
      if (wanted?.trigger === '@' && sources.files !== undefined) askFiles(wanted.query, sources);
      else if (wanted?.trigger === '/' && (sources.commands ?? sources.modes) !== undefined)
        askNames(wanted.query, sources);
      else show(NO_COMPLETIONS);
    },
    getState: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

function filesOf(paths: readonly string[]): readonly CompletionItem[] {
  return [...new Set(paths)].map((path) => ({ type: 'file', path }));
}

/** Those whose names fit a query, best first. */
function fitting<T>(all: readonly T[], query: string, nameOf: (each: T) => string): readonly T[] {
  const byName = new Map(all.map((each) => [nameOf(each), each]));
  return rankFiles(byName.keys(), query, { most: byName.size }).flatMap((name) => byName.get(name) ?? []);
}
