import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { McpStdioServer } from '@millrace/engine/run';
import {
  type JSONRPCMessage,
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { killGroup } from '../command/kill-group.ts';
import { StderrTail } from './stderr-tail.ts';

/** How long a program may take to end by itself when nobody talks to it any more. */
const FAREWELL_MS = 500;
/** How long its output may stay open after it has ended. */
const DRAIN_MS = 200;

/**
 * Talks with a program over its input and output. Unlike the client's own transport it starts the program in a process group
 * of its own and ends the whole group, so nothing that a launcher such as npx has started is left behind. The program sees of
 * our environment only where programs and the home folder are, and what its configuration gives it.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** By this and `pid` the client knows what kind of transport it has. */
  readonly stderr = null;
  readonly tail = new StderrTail();
  private readonly server: McpStdioServer;
  private readonly buffer = new ReadBuffer();
  private child: ChildProcessWithoutNullStreams | undefined;
  private over: Promise<void> = Promise.resolve();

  constructor(server: McpStdioServer) {
    this.server = server;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  async start(): Promise<void> {
    const { command, args = [], env, cwd } = this.server;
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env },
      ...(cwd !== undefined && { cwd }),
      detached: true,
      stdio: 'pipe',
    });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    this.child = child;
    child.on('error', (error) => this.onerror?.(error));
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stderr.on('data', (bytes: Buffer) => this.tail.push(bytes));
    child.stdout.on('data', (bytes: Buffer) => this.read(bytes));
    this.over = this.watch(child);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new SdkError(SdkErrorCode.NotConnected, 'The program has ended');
    if (child.stdin.write(serializeMessage(message))) return;
    await Promise.race([new Promise((resolve) => child.stdin.once('drain', resolve)), this.over]);
  }

  async close(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    child.stdin.end();
    await Promise.race([this.over, delay(FAREWELL_MS)]);
    await killGroup(child.pid);
    await this.over;
  }

  private read(bytes: Buffer): void {
    try {
      this.buffer.append(bytes);
      for (;;) {
        const message = this.buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      }
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Resolves when the program has ended, all that it said is read, and nothing of its group is left. */
  private async watch(child: ChildProcessWithoutNullStreams): Promise<void> {
    const closed = new Promise((resolve) => child.once('close', resolve));
    await new Promise((resolve) => child.once('exit', resolve));
    await Promise.race([closed, delay(DRAIN_MS)]);
    child.stdout.destroy();
    child.stderr.destroy();
    this.onclose?.();
    if (child.pid !== undefined) await killGroup(child.pid);
  }
}
