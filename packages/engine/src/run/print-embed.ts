import type { CallEmbed } from './run-events.ts';

/** An embed as a fence of JSON. No line of it can end the fence. Pure. */
export function printEmbed(embed: CallEmbed): string {
  return `\`\`\`json\n${JSON.stringify(embed, null, 2)}\n\`\`\``;
}
