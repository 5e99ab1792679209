import type { ToolContext, ToolOutcome, ToolProgressNote } from '../../tools/define/tool.ts';

/** Whose work a job is: who stops it, hears how far it has come, and asks a person for it. */
export interface JobOwner {
  readonly signal: AbortSignal;
  readonly progress: (note: ToolProgressNote) => void;
  readonly ask: ToolContext['ask'];
}

/** Nobody can be asked. */
export const askNobody: JobOwner['ask'] = async () => ({ action: 'cancel' });

/** A tool at work. It may change hands: a long one continues in another run. */
export interface ToolJob {
  /** Rejects with the reason when it is aborted. */
  readonly outcome: Promise<ToolOutcome>;
  /** From now on it is this one's. */
  follow(owner: JobOwner): void;
}

/** Starts a job. What it throws is its outcome, too; only of one that was aborted nobody knows what it did. */
export function startJob(owner: JobOwner, work: (owner: JobOwner) => Promise<ToolOutcome>): ToolJob {
  const abort = new AbortController();
  let current = owner;
  let unlink = (): void => {};

  function follow(next: JobOwner): void {
    unlink();
    current = next;
    const { signal } = next;
    const stop = (): void => abort.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    unlink = () => signal.removeEventListener('abort', stop);
  }

  follow(owner);
  const aborted = new Promise<never>((_, reject) => {
    if (abort.signal.aborted) reject(abort.signal.reason);
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true });
  });
  const tell: JobOwner['progress'] = (note) => {
    if (!abort.signal.aborted) current.progress(note);
  };
  const ask: JobOwner['ask'] = (form) => current.ask(form);
  const outcome = Promise.race([aborted, work({ signal: abort.signal, progress: tell, ask })]).finally(() =>
    unlink(),
  );
  outcome.catch(() => {});
  return { outcome, follow };
}
