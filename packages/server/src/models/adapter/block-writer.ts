import type { BlockEvent, StartedBlock, UsageUpdate } from '@millrace/engine/message';
import { type Stop, stopDelta } from './stop.ts';

/** Why the input of a call can't be used, and what else is to be said about it. */
export interface CallWords {
  readonly input_error?: string;
  readonly message?: string;
}

export type ContentBlockEvent = Extract<BlockEvent, { readonly index: number }>;

/**
 * Turns what other providers send into block events: opens a block when its first piece comes, closes prose when
 * something else begins, and numbers the blocks. Calls may grow side by side; each has a key of its provider's.
 */
export class BlockWriter {
  private events: BlockEvent[] = [];
  private started = false;
  private next = 0;
  private nextPhase: string | undefined;
  private prose: { readonly index: number; readonly type: 'text' | 'thinking' } | undefined;
  private readonly calls = new Map<string | number, number>();
  private readonly copies = new Map<number, number>();

  /** The events since the last time. */
  take(): BlockEvent[] {
    const taken = this.events;
    this.events = [];
    return taken;
  }

  /** Begins the message; further calls do nothing. */
  start(message: { readonly id: string; readonly model: string; readonly usage?: UsageUpdate }): void {
    if (this.started) return;
    this.started = true;
    this.events.push({ type: 'message_start', message });
  }

  /** The text that begins next has a part in the answer, in its provider's words. */
  phase(phase: string | undefined): void {
    this.nextPhase = phase;
  }

  text(text: string): void {
    if (text === '') return;
    const index = this.openProse({
      type: 'text',
      text: '',
      ...(this.nextPhase !== undefined && { phase: this.nextPhase }),
    });
    this.events.push({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
  }

  thinking(thinking: string): void {
    if (thinking === '') return;
    const index = this.openProse({ type: 'thinking', thinking: '' });
    this.events.push({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } });
  }

  /** Seals the thinking that is open, or an empty one. */
  signature(signature: string): void {
    const index = this.openProse({ type: 'thinking', thinking: '' });
    this.events.push({ type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } });
  }

  citation(citation: Readonly<Record<string, unknown>>): void {
    const index = this.openProse({ type: 'text', text: '' });
    this.events.push({ type: 'content_block_delta', index, delta: { type: 'citations_delta', citation } });
  }

  /** Closes the prose that is open: what comes next begins a block. */
  endProse(): void {
    if (this.prose === undefined) return;
    this.events.push({ type: 'content_block_stop', index: this.prose.index });
    this.prose = undefined;
  }

  startCall(key: string | number, call: { readonly id: string; readonly name: string }): void {
    this.endProse();
    this.calls.set(key, this.open({ type: 'tool_use', ...call, input: {} }));
  }

  callInput(key: string | number, partial_json: string): void {
    const index = this.calls.get(key);
    if (index === undefined || partial_json === '') return;
    this.events.push({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json },
    });
  }

  stopCall(key: string | number, words: CallWords = {}): void {
    const index = this.calls.get(key);
    if (index === undefined) return;
    this.calls.delete(key);
    this.events.push({ type: 'content_block_stop', index, ...words });
  }

  /** An event of a block that another writer numbered. */
  copy(event: ContentBlockEvent): void {
    if (event.type === 'content_block_start') {
      this.endProse();
      this.copies.set(event.index, this.open(event.content_block));
      return;
    }
    const index = this.copies.get(event.index);
    if (index !== undefined) this.events.push({ ...event, index });
  }

  /** A block that came whole. */
  whole(block: StartedBlock): void {
    this.endProse();
    this.events.push({ type: 'content_block_stop', index: this.open(block) });
  }

  /** Closes all that is open and ends the message. */
  stop(stop: Stop, usage?: UsageUpdate): void {
    this.endProse();
    for (const key of [...this.calls.keys()]) this.stopCall(key);
    this.events.push({ type: 'message_delta', delta: stopDelta(stop), ...(usage && { usage }) });
    this.events.push({ type: 'message_stop' });
  }

  private openProse(block: StartedBlock & { readonly type: 'text' | 'thinking' }): number {
    if (this.prose?.type === block.type) return this.prose.index;
    this.endProse();
    const index = this.open(block);
    this.prose = { index, type: block.type };
    return index;
  }

  private open(content_block: StartedBlock): number {
    const index = this.next;
    this.next += 1;
    this.events.push({ type: 'content_block_start', index, content_block });
    return index;
  }
}
