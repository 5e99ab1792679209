import type { UnusualStop } from '@millrace/engine/message';

/** Why an answer is over, for a person: one sentence, and where it helps what to do. */
export interface StopWords {
  readonly title: string;
  /** The provider's own name for it, where the sentence ends with that. */
  readonly name?: string | undefined;
  readonly help?: string;
}

/** The words of an answer that did not simply come to its end. */
export const stopsWords = {
  editMyMessage: 'Edit my message',
  refusedNoReason: 'It gave no reason.',
  stopOf: ({ reason, details }: UnusualStop, hasText: boolean): StopWords => {
    switch (reason) {
      case 'max_tokens':
        return hasText
          ? { title: 'The answer reached the model’s output limit.' }
          : {
              title: 'The model reached its output limit before it said anything.',
              help: 'It used all of it for thinking. Ask for less at once, or use another model.',
            };
      case 'model_context_window_exceeded':
        return {
          title: hasText
            ? 'The answer ended because the model’s context window was full.'
            : 'The conversation fills the model’s context window, so there was no room for an answer.',
          help: '“Continue” condenses the earlier messages. A new chat has more room.',
        };
      case 'refusal':
        return {
          title:
            details?.type === 'content_filter'
              ? 'The provider’s content filter stopped the answer.'
              : 'The model refused to answer this.',
          help: 'Edit the message or try another model. Models will not see this turn again.',
        };
      case 'pause_turn':
        return { title: 'The model paused before it was done.' };
      case 'other':
        if (details?.type === 'malformed_call')
          return { title: 'The model wrote a tool call that its provider could not read.' };
        return details?.reason === undefined
          ? { title: 'The model stopped without saying why.' }
          : { title: 'The model stopped:', name: details.reason };
    }
  },
};
