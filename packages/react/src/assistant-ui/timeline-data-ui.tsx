import { type AssistantDataUI, makeAssistantDataUI } from '@assistant-ui/react';
import { MessageTimeline } from './message-timeline.tsx';
import { STEPS_PART } from './read-parts.ts';

/**
 * Registers the timeline in assistant-ui: it is drawn in place of the message's data part `thinking-steps`. Where messages
 * have none, put `MessageTimeline` into the message instead. The body leaves calls out with `tools={{ Fallback: () => null }}`.
 */
export const TimelineDataUI: AssistantDataUI = makeAssistantDataUI({
  name: STEPS_PART,
  render: () => <MessageTimeline />,
});
