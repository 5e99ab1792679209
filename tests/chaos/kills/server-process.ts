import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly port: number;
  readonly pid: number | undefined;
  /** Resolves when the newest process listens, also when others before it died trying. */
  ready(): Promise<void>;
  /** Ends the process by a signal and starts another one at once, on the same port. Resolves when the old one is gone. */
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Lets the process sleep, as a machine that hangs does. */
  pause(ms: number): Promise<void>;
  /** Ends the process for good. */
  stop(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Let devices in, once each. */
  readonly tokens: readonly string[];
  /** Keeps the next process loaded; without one a process that dies is followed by one that has to load its code. */
  readonly spare: boolean;
  /** Called with each line of its complaints. */
  readonly onComplaint: (line: string) => void;
}

const SERVER = fileURLToPath(new URL('server.js', import.meta.url));

/** A server that comes back after each death: within milliseconds where there is a spare process. */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { port, env, tokens, onComplaint } = options;
  const launch = (): Launched => spawnServer({ ...env, CHAOS_PORT: String(port) }, onComplaint);
  let stopped = false;
  let child = launch();
  const launchSpare = (): Launched | undefined => (options.spare ? launch() : undefined);
  let spare = launchSpare();
  begin(child, tokens);

  function begin(launched: Launched, allowed: readonly string[] = []): void {
    launched.process.send(allowed);
    // One that ends by itself could not start, or failed: that is reported, and the next one tries.
    void launched.ended.then((code) => {
      if (stopped || launched.ordered) return;
      onComplaint(`A server ended by itself with ${code}.`);
      if (child === launched) next();
    });
  }

  function next(): void {
    if (stopped) return;
    child = spare ?? launch();
    spare = launchSpare();
    begin(child);
  }

  return {
    port,
    get pid() {
      return child.process.pid;
    },
    async ready() {
      for (;;) {
        const now = child;
        await Promise.race([now.ready, now.ended]);
        if (now === child && !now.ordered) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async restart(signal) {
      const old = child;
      old.ordered = true;
      old.process.kill(signal);
      await old.ended;
      next();
    },
    async pause(ms) {
      const { process: paused } = child;
      paused.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      paused.kill('SIGCONT');
    },
    async stop() {
      stopped = true;
      const left = spare === undefined ? [child] : [child, spare];
      for (const { process: each } of left) each.kill('SIGKILL');
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}

interface Launched {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
  /** Somebody wants its end. */
  ordered: boolean;
}

function spawnServer(env: Readonly<Record<string, string>>, onComplaint: (line: string) => void): Launched {
  const child = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()));
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    const lines = said.split('\n');
    said = lines.pop() ?? '';
    for (const line of lines) onComplaint(line);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { process: child, ready, ended, ordered: false };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()));
    });
  });
}
