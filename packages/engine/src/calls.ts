export {
  type AssistantMessageOptions,
  AssistantMessageParser,
  MessageTooLargeError,
} from './calls/assistant-message-parser.ts';
export { builtInTools, type ToolParameters } from './calls/built-in-tools.ts';
export type {
  AssistantMessageContent,
  TextContent,
  ThinkingContent,
  ToolUse,
  ToolUseProblem,
  ToolUseState,
} from './calls/call-blocks.ts';
export type { Dialect } from './calls/dialects.ts';
export { parseAssistantMessage } from './calls/parse-assistant-message.ts';
export { toolDescription } from './calls/tool-description.ts';
