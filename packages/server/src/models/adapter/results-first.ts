import type { ModelBlock } from './model.ts';

/** The blocks of a message, the results of calls before all others: they must follow their calls at once. Pure. */
export function resultsFirst(content: readonly ModelBlock[]): ModelBlock[] {
  const isResult = ({ type }: ModelBlock): boolean => type === 'tool_result';
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}
