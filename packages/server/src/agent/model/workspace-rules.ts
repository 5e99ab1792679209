import type { Tool } from '../../tools/define/tool.ts';
import { userTexts } from '../../tools/instructions/user-texts.ts';
import { trustOf } from '../log/trust-of.ts';
import type { Turn } from '../plan/turn.ts';

const MOST = 20_000;

/** The text of the trusted files of `.millrace/rules`, for every model that works there; nothing where no tool does. */
export async function workspaceRules(
  { workspace, store }: Pick<Turn, 'workspace' | 'store'>,
  tools: readonly Tool[],
): Promise<string> {
  if (workspace === undefined || !tools.some(({ local }) => local)) return '';
  const rules = await userTexts(
    { kind: 'rules', data: undefined },
    { workspace, trusts: trustOf(store, workspace) },
  ).catch(() => new Map());
  const texts: string[] = [];
  for (const { name, read } of rules.values()) {
    const text = (await read().catch(() => undefined)) ?? '';
    if (text.trim() !== '') texts.push(`## ${name}\n${text.trim()}`);
  }
  const all = texts.join('\n\n');
  if (all === '') return '';
  const cut = all.length > MOST ? `${all.slice(0, MOST)}…\nThe rest is too long and was left out.` : all;
  return `# Rules of this workspace\n\n${cut}`;
}
