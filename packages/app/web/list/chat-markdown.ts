import type { MessageRecord } from '@millrace/engine/run';

/** The words that stand in an exported chat. */
export interface ExportWords {
  readonly you: string;
  readonly assistant: string;
}

/** A chat as Markdown: its title, and each message that is shown under the name of who wrote it. Pure. */
export function chatMarkdown(
  title: string,
  messages: readonly MessageRecord[],
  { you, assistant }: ExportWords,
): string {
  const parts = messages
    .filter(({ text }) => text.trim() !== '')
    .map(({ role, text }) => `## ${role === 'user' ? you : assistant}\n\n${text.trim()}`);
  return `${[`# ${title.replace(/\s+/g, ' ').trim()}`, ...parts].join('\n\n')}\n`;
}

/** The name of the file: the title without characters that no system takes in a name. Pure. */
export function markdownName(title: string): string {
  const plain = title.replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ');
  const bare = /[^\s.](?:.*[^\s.])?/s.exec(plain)?.[0] ?? '';
  return `${bare.replace(/\s+/g, '-').slice(0, 80).toLowerCase() || 'chat'}.md`;
}
