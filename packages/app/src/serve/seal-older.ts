import type { ServerStore } from '@millrace/server';

/** So many lines tell how far it is. */
const LINES = 10;

/**
 * Seals what an older version kept under the server key again, with the keys of its people, while the server works. The log tells how far
 * it is. What is left when the server ends waits for the next start. Never rejects.
 */
export async function sealOlder(
  store: Pick<ServerStore, 'sealAgain'>,
  ended: AbortSignal,
  say: (line: string) => void = console.warn,
): Promise<void> {
  let [told, step]: [number | undefined, number] = [undefined, 0];
  try {
    while (!ended.aborted) {
      const left = await store.sealAgain();
      if (left === 0) break;
      if (told !== undefined && told - left < step) continue;
      say(`Older chats get keys of their own: ${left} are left.`);
      step ||= left / LINES;
      told = left;
    }
    if (told !== undefined && !ended.aborted) say('All older chats have keys of their own.');
  } catch (error) {
    say(
      `Older chats could not get keys of their own, and stay as they were: ${error instanceof Error ? error.message : String(error)} The next start goes on.`,
    );
  }
}
