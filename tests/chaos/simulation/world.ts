import { StoreLostError } from '../../../packages/server/src/index.ts';
import type { Random } from './random.ts';
import type { Fate, Fault } from './schedule.ts';
import { Violation } from './violation.ts';

/** A process. When it is dead nothing of it ever goes on; while it sleeps nothing does. */
export interface Process {
  readonly name: string;
  dead: boolean;
  asleepUntil: number;
  /** Wakes when somebody else claims the run. */
  sleepsLightly: boolean;
}

interface Operation {
  readonly process: Process;
  readonly name: string;
  /** True when the store does it, so that the store may be lost over it. */
  readonly storing: boolean;
  /** Does it and says how to answer. */
  readonly exec: () => () => void;
  readonly reject: (error: unknown) => void;
  /** True when its fate is settled: it just runs. */
  readonly fated: boolean;
}

interface Timer {
  readonly at: number;
  readonly process: Process | null;
  readonly run: () => void;
  /** Comes again and again, and keeps nobody waiting. */
  readonly background: boolean;
}

export interface WorldOptions {
  readonly faults: readonly Fault[];
  /** Decides what is left open; undefined: operations go in the order in which they came. */
  readonly random: Random | undefined;
  readonly sleepMs: () => number;
  readonly onDeath: (process: Process) => void;
  readonly onSleep: (process: Process) => void;
  readonly onCancel: () => void;
  /** Looks at the world after each operation. */
  readonly look: () => void;
  /** Nothing more can come, as far as the log tells. */
  readonly isOver: () => boolean;
  readonly trace?: (line: string) => void;
}

const MOST_OPERATIONS = 3_000;
const MOST_RANDOM_FAULTS = 4;
const RANDOM_FATES: readonly Fate[] = ['b', 'a', 'p', 'q', 'r', 's', 'x', 'y'];

const WAKEFUL_FATES: readonly Fate[] = ['b', 'a', 'x', 'y'];
const LOST = new StoreLostError('The store is gone.', undefined);

/** A world in which time and order are decided here: each operation and each timer waits until its turn is given. */
export class World {
  now = 1_000_000;
  /** How many operations were decided about. */
  count = 0;
  /** The functions to call when nobody needs this world any more. */
  readonly atEnd: (() => void)[] = [];
  private queue: Operation[] = [];
  private timers: Timer[] = [];
  private readonly plan: ReadonlyMap<number, Fate>;
  private readonly options: WorldOptions;
  private struck = 0;
  /** True when somebody reads the trace. */
  readonly traced: boolean;

  constructor(options: WorldOptions) {
    this.options = options;
    this.traced = options.trace !== undefined;
    this.plan = new Map(options.faults.map(({ at, fate }) => [at, fate]));
  }

  /** An operation of a process, done when its turn comes. A dead process never hears of it. */
  operation<T>(process: Process, name: string, storing: boolean, exec: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = (): (() => void) => {
        const result = exec();
        // Perhaps nobody is left to hear of it.
        result.catch(() => {});
        return () => void result.then(resolve, reject);
      };
      this.enqueue({ process, name, storing, exec: done, reject, fated: false });
    });
  }

  private enqueue(operation: Operation): void {
    if (!operation.process.dead) this.queue.push(operation);
  }

  /** Does something later, unless the process is dead by then. Returns how to prevent it. */
  after(process: Process | null, ms: number, run: () => void, background = false): () => void {
    const timer: Timer = { at: this.now + ms, process, run, background };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** Goes on until nothing can come any more. */
  async run(): Promise<void> {
    for (let i = 0; i < MOST_OPERATIONS; i++) {
      // All that the last turn made possible happens before the next.
      await new Promise((resolve) => setImmediate(resolve));
      const ready = this.queue.filter(({ process }) => process.asleepUntil <= this.now);
      const { random } = this.options;
      // Sometimes the store is slow.
      const slow = random?.chance(0.02) ?? false;
      const operation = random === undefined ? ready[0] : ready.length > 0 ? random.pick(ready) : undefined;
      if (operation !== undefined && !slow) {
        this.perform(operation);
        // Before the one that asked for it knows: the quickest person of all.
        this.options.look();
      } else if (!this.passTime()) return;
    }
    throw new Violation('ends', `the run has not come to an end after ${MOST_OPERATIONS} turns`);
  }

  private perform(operation: Operation): void {
    this.queue = this.queue.filter((each) => each !== operation);
    const { process, name, exec, reject } = operation;
    if (operation.fated) {
      exec()();
      return;
    }
    this.count += 1;
    const fate = this.fateOf(operation);
    if (this.traced)
      this.options.trace?.(
        `${String(this.count).padStart(4)}  ${this.now - 1_000_000} ms  ${process.name}  ${name}  ${fate ?? ''}`,
      );
    switch (fate) {
      case 'b':
        this.kill(process);
        break;
      case 'a':
        exec();
        this.kill(process);
        break;
      case 'p':
      case 'r':
        this.sleep(process, fate === 'r');
        this.enqueue({ ...operation, fated: true });
        break;
      case 'q':
      case 's': {
        const answer = exec();
        this.sleep(process, fate === 's');
        this.enqueue({ ...operation, exec: () => answer, fated: true });
        break;
      }
      case 'y':
        exec();
        reject(LOST);
        break;
      case 'x':
        reject(LOST);
        break;
      case 'c':
        this.options.onCancel();
        exec()();
        break;
      case undefined:
        exec()();
    }
  }

  private fateOf({ process, storing }: Operation): Fate | undefined {
    const { random } = this.options;
    let fate = this.plan.get(this.count);
    if (random !== undefined && this.struck < MOST_RANDOM_FAULTS && random.chance(0.04)) {
      // Two sleeps without a look at the lease between them would be one that is longer than the longest.
      fate = random.pick(process.asleepUntil > 0 ? WAKEFUL_FATES : RANDOM_FATES);
      this.struck += 1;
    }
    return (fate === 'x' || fate === 'y') && !storing ? undefined : fate;
  }

  /** Ends a process forever. */
  kill(process: Process): void {
    if (process.dead) return;
    process.dead = true;
    this.queue = this.queue.filter((each) => each.process !== process);
    this.timers = this.timers.filter((each) => each.process !== process);
    this.options.onDeath(process);
  }

  private sleep(process: Process, lightly: boolean): void {
    process.asleepUntil = this.now + this.options.sleepMs();
    process.sleepsLightly = lightly;
    this.options.onSleep(process);
  }

  /** Lets the next timer run. False when only background is left and the run is over. */
  private passTime(): boolean {
    const due = (timer: Timer): number => Math.max(timer.at, timer.process?.asleepUntil ?? 0);
    // A sleeping process with something to do wakes up some time.
    const wakes = this.queue.map(({ process }) => process.asleepUntil).filter((at) => at > this.now);
    const busy =
      wakes.length > 0 || this.queue.length > 0 || this.timers.some(({ background }) => !background);
    if (!busy && this.options.isOver()) return false;
    let first: Timer | undefined;
    for (const timer of this.timers) if (first === undefined || due(timer) < due(first)) first = timer;
    const wake = Math.min(...wakes);
    if (first === undefined || wake < due(first)) {
      if (wakes.length === 0) return this.queue.length > 0;
      this.now = wake;
      return true;
    }
    this.now = Math.max(this.now, due(first));
    this.timers = this.timers.filter((each) => each !== first);
    first.run();
    return true;
  }
}
