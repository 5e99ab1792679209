export { buildTimeline } from './timeline/build-timeline.ts';
export type {
  MessageContent,
  OtherPart,
  ReasoningPart,
  ThinkingPart,
  ThinkingStep,
  ToolCallPart,
  ToolResultPart,
  ToolUsePart,
  UiToolPart,
} from './timeline/message-content.ts';
export { readTodos, type Todo, type TodoLine } from './timeline/read-todos.ts';
export { subagentTitle } from './timeline/subagent-title.ts';
export type {
  ItemStatus,
  ReasoningItem,
  TimelineGroup,
  TimelineItem,
  ToolCallItem,
} from './timeline/timeline-item.ts';
export { timelineItemOf } from './timeline/timeline-item-of.ts';
