'use client';

import type { MessageRecord } from '@millrace/engine/run';
import { useMemo } from 'react';
import type { EmbedList } from '../../embeds/embed-list.ts';
import { answerEmbeds } from '../answer/answer-embeds.ts';

/** The embeds of the early messages of a long chat, read from their texts when somebody asks. `reach` draws a message. */
export function useEmbedList(
  early: readonly MessageRecord[],
  reach: (messageId: string) => Promise<void>,
): EmbedList | undefined {
  return useMemo(() => {
    if (early.length === 0) return undefined;
    const messageOf = (id: string): MessageRecord | undefined =>
      early.find((message) => id.startsWith(`${message.id}:`));
    let all: ReturnType<EmbedList['all']> | undefined;
    return {
      all() {
        all ??= early.flatMap(answerEmbeds);
        return all;
      },
      get(id) {
        const message = messageOf(id);
        return message && answerEmbeds(message).find(({ attrs }) => attrs.id === id);
      },
      async reveal(id) {
        const message = messageOf(id);
        if (message !== undefined) await reach(message.id);
      },
    };
  }, [early, reach]);
}
