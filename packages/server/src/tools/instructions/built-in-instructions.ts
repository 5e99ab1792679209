// In texts of code the names of packages are put in, because nothing here imports them.
const SERVER = '@millrace/server';
const MCP = '@modelcontextprotocol/sdk';

const CREATE_MODE = `# Create a mode

A mode says how a model works in a chat: what it is told, and which tools it may call.

1. Write the file .millrace/modes/NAME.md in the workspace. NAME is 1 to 40 lowercase letters, digits and -.
2. Begin it with YAML between two lines ---, then the instructions for the model:

---
name: Review
description: Reads code and says what is wrong with it. Changes nothing.
tools: read_file, list_files, search_*
must_use_tools: false
---
You review code. Look at the files before you say anything about them.

name has at most 60 characters, description is one line of at most 500, and both are required. tools is * for all tools, or a list of
names separated by commas; a name that ends in * matches all names that begin that way. must_use_tools is true if the model works
until the task is done: an answer that only announces a step is sent back. There are no other keys. A value that contains ": " needs quotes.
3. Ask the person to restart the server: it reads modes when it starts, and then reports any mistake with its line.

A mode decides which tools can be called, not which calls are allowed without asking.`;

const CREATE_COMMAND = `# Create a slash command

A command is a text that tells you what to do, under a short name.

1. Write the file .millrace/commands/NAME.md in the workspace. NAME has letters, digits, - and _.
2. To describe it, begin with YAML between two lines ---. Then write the text:

---
description: Reviews a file
argument-hint: path
---
Review $1. List the problems, the worst first. Also consider: $ARGUMENTS

$ARGUMENTS is everything after the command, $1 to $9 are its words; quotes keep words together.
3. It can be run immediately, with run_slash_command.`;

const CREATE_INSTRUCTIONS = `# Create instructions

1. Describe the task in Markdown, in .millrace/instructions/NAME.md in the workspace. NAME has letters, digits, - and _.
2. fetch_instructions with the task NAME then returns it. A file with the name of a built-in task replaces that task.`;

const CREATE_RULE = `# Create a rule

There are two kinds of rules.

Rules for how to work: call new_rule with a path such as .millrace/rules/tests.md and the rule in Markdown. Keep one subject per
file, and say what to do rather than what to avoid. Use write_to_file to change a rule. Every model that works in this
workspace reads these rules.

Rules for what is allowed without asking: only the person decides that. "Always allow" on a card saves such a rule, and the settings
list and delete them. You can't write one.`;

const CREATE_TOOL = `# Create a tool

A tool is a TypeScript module in the program that starts the server. It can't be added to a running server.

1. Write it with defineTool from @millrace/server and a zod schema:

import { defineTool } from '${SERVER}';
import * as z from 'zod';

export const rollDice = defineTool({
  name: 'roll_dice',
  description: 'Rolls a die and returns the number.',
  input: z.object({ sides: z.int().min(2).max(100).describe('How many sides it has') }),
  effect: 'read',
  title: ({ sides }) => \`Roll a die with \${sides} sides\`,
  run: async ({ sides }) => String(1 + Math.floor(Math.random() * sides)),
});

effect says what happens if a call runs twice: read changes nothing, idempotent has the same effect as running once, unsafe may have
its effect twice. approval is 'ask' unless the effect is read. The model reads what run returns or throws. ctx.signal tells it to stop,
ctx.progress reports progress, ctx.workspace is the only access to files.
2. Pass it to createServer({ tools: [rollDice, …] }) and restart the server.
3. Test a success, a refusal and a bad input: rollDice.check(input) says what is wrong, rollDice.run(input, ctx) runs it.`;

const CREATE_MCP_SERVER = `# Create an MCP server

An MCP server is a separate program that offers tools and resources to any agent that speaks the Model Context Protocol.

1. Make a folder for it with a package.json ("type": "module") and install @modelcontextprotocol/sdk and zod.
2. Write the server. With stdio, standard output is reserved for the protocol: write log messages only to standard error.

import { McpServer } from '${MCP}/server/mcp.js';
import { StdioServerTransport } from '${MCP}/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'dice', version: '1.0.0' });
server.registerTool(
  'roll_dice',
  { description: 'Rolls a die', inputSchema: { sides: z.number().int().min(2) } },
  async ({ sides }) => ({ content: [{ type: 'text', text: String(1 + Math.floor(Math.random() * sides)) }] }),
);
await server.connect(new StdioServerTransport());

3. Keep keys in the environment, never in the code. Give each tool a description that says when to call it.
4. Try it by itself: npx @modelcontextprotocol/inspector node server.js
5. Ask the person to connect it to this server: in the settings under "MCP servers", or in mcp.json in the data folder. You can't do
   that yourself. Its tools are then offered to you under their own names.`;

/** How common tasks are done with this server, by task. */
export const builtInInstructions: ReadonlyMap<string, string> = new Map([
  ['create_mode', CREATE_MODE],
  ['create_mcp_server', CREATE_MCP_SERVER],
  ['create_tool', CREATE_TOOL],
  ['create_rule', CREATE_RULE],
  ['create_command', CREATE_COMMAND],
  ['create_instructions', CREATE_INSTRUCTIONS],
]);
