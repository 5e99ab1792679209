// `npm run docs`: prints docs/tools.md from the definitions of the built-in tools. With --print it only says what it would write.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root } from './build.mjs';

const HEAD = `# Tools

This page is printed from the definitions of the tools: \`npm run docs\`. The command offers them in \`MILLRACE_WORKSPACE\`; a program of
your own takes the ones it wants, or all of them with \`allTools\`. [first-tool.md](first-tool.md) shows how to write one.

**Effect** says what happens when nobody knows whether a call was made: one that *reads* is made again; an *idempotent* one too, because
twice is once; about an *unsafe* one a person is asked. **Asks** says whether a person is asked before it runs, where no rule says
otherwise; protected paths and repeated calls always ask. A parameter with \`?\` may be left out. What a tool does is said in the words
that models read, so "you" is the model.
`;

const TAIL = `## Files that you write for the model

| file | what it is |
|---|---|
| \`.millrace/commands/NAME.md\` | a command for \`run_slash_command\`: \`$ARGUMENTS\` and \`$1\` to \`$9\` are filled in; \`description\` and \`argument-hint\` may stand above it as YAML between two lines \`---\` |
| \`.millrace/instructions/NAME.md\` | how a task is done, for \`fetch_instructions\` |
| \`.millrace/rules/NAME.md\` | how things are done in this workspace; every model that works there is told it |
| \`.millrace/modes/NAME.md\` | a mode: [modes.md](modes.md) |
| \`.millrace/focus/NAME.md\` | a focus: [web.md](web.md) |

Commands, instructions and rules are read anew each time. Those of the data folder, in \`commands\` and \`instructions\`, take the place of those
of the workspace. Reports of bugs are kept in \`reports\` of the data folder and sent nowhere.
`;

/** The page about the tools. */
async function toolsPage() {
  const { allTools, builtInFocuses, builtInModes, createGuardedFetch } = await import(
    '../packages/server/dist/index.js'
  );
  const tools = allTools({
    modes: builtInModes,
    data: '.',
    actions: [],
    images: () => undefined,
    web: { fetch: createGuardedFetch() },
    focuses: builtInFocuses,
    memories: { listMemories: async () => [] },
  });
  // These two are offered where there are MCP servers.
  const { createUseMcpTool } = await import('../packages/server/dist/tools/mcp/use-mcp-tool.js');
  const { createAccessMcpResource } = await import(
    '../packages/server/dist/tools/mcp/access-mcp-resource.js'
  );
  const mcp = [createUseMcpTool(new Map()), createAccessMcpResource(new Map())];
  const rows = [...tools, ...mcp].map(({ name, description, effect, approval, input_schema }) => [
    `\`${name}\``,
    firstSentence(description),
    effect === 'read' ? 'reads' : effect,
    ASKS[approval] ?? 'it depends',
    parameters(input_schema),
  ]);
  const table = [['tool', 'what it does', 'effect', 'asks', 'parameters'], Array(5).fill('---'), ...rows];
  return [HEAD, ...table.map((row) => `| ${row.map(cellText).join(' | ')} |`), '', TAIL].join('\n');
}

const ASKS = { allow: 'no', ask: 'yes' };

/** Which shell there is depends on the machine. */
function firstSentence(text) {
  const words = text.replace(/\s+/g, ' ').replace(/ with \/\S*sh /, ' with bash or sh ');
  return /^.*?[.:](?= |$)/.exec(words)?.[0].replace(/:$/, '.') ?? words;
}

function parameters({ properties = {}, required = [] }) {
  return Object.keys(properties)
    .map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
    .join(' ');
}

function cellText(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

const isPrint = process.argv.includes('--print');
if (!isPrint) await buildIfNeeded();
const page = await toolsPage();
if (isPrint) process.stdout.write(page);
else writeFileSync(join(root, 'docs/tools.md'), page);
