// `npm run docs`: prints docs/tools.md from the definitions of the built-in tools. With --print it only says what it would write.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root } from './build.mjs';

const HEAD = `# Tools

\`npm run docs\` generates this page from the definitions of the tools. The \`millrace\` command offers them in \`MILLRACE_WORKSPACE\`; your own
program can choose some, or take all with \`allTools\`. [first-tool.md](first-tool.md) shows how to write one.

**Effect** says what happens after a crash when nobody knows whether a call ran: a call that *reads* and an *idempotent* call run again; for
an *unsafe* call a person is asked. **Asks** says whether a person is asked before a call runs if no rule decides; protected paths and
repeated calls always ask. A parameter with \`?\` is optional. The descriptions are the words that models read, so "you" is the model.
`;

const TAIL = `## Files that you write for the model

| file | what it is |
|---|---|
| \`.millrace/commands/NAME.md\` | a command for \`run_slash_command\`: \`$ARGUMENTS\` and \`$1\` to \`$9\` are filled in; \`description\` and \`argument-hint\` are optional, as YAML between two lines \`---\` above the text. \`GET /api/completions/commands\` lists them |
| \`.millrace/instructions/NAME.md\` | instructions for a task, for \`fetch_instructions\` |
| \`.millrace/rules/NAME.md\` | rules for work in this workspace; every model that works there reads them |
| \`.millrace/modes/NAME.md\` | a mode: [modes.md](modes.md) |
| \`.millrace/focus/NAME.md\` | a focus: [web.md](web.md) |

Commands, instructions and rules are read each time they are used. Those in \`commands\` and \`instructions\` of the data folder replace those
of the workspace. Bug reports are saved in \`reports\` of the data folder and sent nowhere.
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
