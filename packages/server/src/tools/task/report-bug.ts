import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../command/command-env.ts';
import { defineTool } from '../define/define-tool.ts';
import { firstLine } from '../define/first-line.ts';
import type { RunFacts, Tool } from '../define/tool.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { redactSecrets } from './redact-secrets.ts';

/** The options of `reportBugTool`. */
export interface ReportBugOptions {
  /** The data folder; reports are kept in `reports` of it. */
  readonly data: string;
  /** The version of the program that has the bug. */
  readonly version: string;
  /** Whose secret values are removed; that of this process unless given. */
  readonly environment?: Environment;
  readonly home?: string;
}

/** Keeps a report of a bug as a file on this machine, without secrets and without what was said. Nothing is sent. */
export function reportBugTool({
  data,
  version,
  environment = process.env,
  home = homedir(),
}: ReportBugOptions): Tool {
  const clean = (text: string): string => redactSecrets(text, { environment, home });
  return defineTool({
    name: 'report_bug',
    description: `Saves a bug report about this chat app as a file on the person's machine. Nothing is sent anywhere; the person decides what
to do with it. Say what was expected, what happened and how to reproduce it, without private data.`,
    input: z.object({
      title: z.string().trim().min(1).max(200).describe('The bug in one line'),
      description: z
        .string()
        .trim()
        .min(1)
        .max(20_000)
        .describe('What was expected, what happened and how to reproduce it, in Markdown'),
    }),
    // The same call has the same file.
    effect: 'idempotent',
    approval: 'ask',
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ title }) => `Report a bug: ${firstLine(title)}`,
    async run({ title, description }, ctx) {
      const path = `reports/${fileName(clean(title), ctx.key)}.md`;
      const facts = factLines(version, await ctx.facts());
      const text = `# ${clean(title.replace(/\s+/g, ' '))}\n\n${clean(description)}\n\n## Where\n\n${facts.map(clean).join('\n')}\n`;
      await openWorkspace(data).writeText(path, text);
      return `The report was saved as ${clean(join(data, path))}. Nothing was sent; the person can read it and pass it on.`;
    },
  });
}

function factLines(version: string, { model, mode, events }: RunFacts): readonly string[] {
  return [
    `- Millrace ${version}, Node ${process.version}, ${process.platform} ${process.arch}`,
    `- Model ${model}${mode === null ? '' : `, mode ${mode}`}`,
    `- The last events, oldest first: ${inRow(events).join(', ') || 'none'}`,
  ];
}

/** The same several times in a row is counted. */
function inRow(types: readonly string[]): readonly string[] {
  const row: { readonly type: string; count: number }[] = [];
  for (const type of types) {
    const last = row.at(-1);
    if (last?.type === type) last.count += 1;
    else row.push({ type, count: 1 });
  }
  return row.map(({ type, count }) => (count === 1 ? type : `${type} x${count}`));
}

function fileName(title: string, key: string): string {
  const words =
    title
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 50)
      .replace(/-$/, '') ?? 'bug';
  return `${words}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}
