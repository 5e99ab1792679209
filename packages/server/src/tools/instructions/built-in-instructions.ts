// In texts of code the names of packages are put in, because nothing here imports them.
const SERVER = '@millrace/server';
const MCP = '@modelcontextprotocol/sdk';

const CREATE_MODE = `# Create a mode

A mode says how a model works in a chat: what it is told, and which tools it may call.

1. Write the file .millrace/modes/NAME.md of the workspace. NAME has 1 to 40 small letters, digits and -.
2. Begin it with YAML between two lines ---, then the instructions for the model:

---
name: Review
description: Reads code and says what is wrong with it. Changes nothing.
tools: read_file, list_files, search_*
must_use_tools: false
---
You review code. Look at the files before you say anything about them.

name has 60 characters at most, description is one line of 500 at most, and both are needed. tools is * for all, or names behind
commas; one that ends in * stands for all that begin so. must_use_tools is true where an answer without a call is a mistake. There
are no other keys. A value with ": " in it needs quotes.
3. Tell the person to start the server anew: modes are read at its start, and what is wrong with one is told there by its line.

A mode decides what may be called, not what is allowed without asking.`;

const CREATE_COMMAND = `# Create a slash command

A command is a text that tells you what to do, under a short name.

1. Write the file .millrace/commands/NAME.md of the workspace. NAME has letters, digits, - and _.
2. If it should say what it is for, begin it with YAML between two lines ---. Then the text:

---
description: Reviews a file
argument-hint: path
---
Review $1. List what is wrong with it, the worst first. Also mind: $ARGUMENTS

$ARGUMENTS stands for all that is said behind the command, $1 to $9 for its words; quotes keep words together.
3. It can be run at once, with run_slash_command.`;

const CREATE_INSTRUCTIONS = `# Create instructions

1. Write how the task is done, as Markdown, into .millrace/instructions/NAME.md of the workspace. NAME has letters, digits, - and _.
2. fetch_instructions with the task NAME gives it from then on. A file with the name of a built-in task takes its place.`;

const CREATE_RULE = `# Create a rule

There are two things with this name.

How things are done here: call new_rule with a path such as .millrace/rules/tests.md and the rule in Markdown. Keep one subject to a
file and say what to do, not what to avoid. To change one use write_to_file. Every model that works in this
workspace is told these rules.

What may be done without asking: only the person decides that. "Always allow" on a card keeps such a rule, and the settings list and
revoke them. You can't write one.`;

const CREATE_TOOL = `# Create a tool

A tool is a TypeScript module of the program that starts the server. It can't be added to a server that runs.

1. Write it with defineTool of @millrace/server and a schema of zod:

import { defineTool } from '${SERVER}';
import * as z from 'zod';

export const rollDice = defineTool({
  name: 'roll_dice',
  description: 'Rolls a die and tells what it shows.',
  input: z.object({ sides: z.int().min(2).max(100).describe('How many sides it has') }),
  effect: 'read',
  title: ({ sides }) => \`Roll a die with \${sides} sides\`,
  run: async ({ sides }) => String(1 + Math.floor(Math.random() * sides)),
});

effect says what making a call twice would do: read changes nothing, idempotent has its effect once and twice alike, unsafe may do it
twice. approval is 'ask' unless the effect is read. What run gives back, or throws, the model reads. ctx.signal tells it to stop,
ctx.progress shows how far it is, ctx.workspace is the only way to files.
2. Give it to createServer({ tools: [rollDice, …] }) and start the server anew.
3. Test a success, a refusal and a bad input: rollDice.check(input) says what is wrong, rollDice.run(input, ctx) runs it.`;

const CREATE_MCP_SERVER = `# Create an MCP server

An MCP server is a program of its own that offers tools and resources to any agent that speaks the Model Context Protocol.

1. Make a folder for it with a package.json ("type": "module") and install @modelcontextprotocol/sdk and zod.
2. Write the server. Over stdio its standard output belongs to the protocol: write messages for people to standard error only.

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
5. Ask the person to connect it to this server: in the settings under "MCP servers", or in mcp.json of the data folder. You can't do
   that yourself. Then its tools are offered to you under their own names.`;

/** How common tasks are done with this server, by task. */
export const builtInInstructions: ReadonlyMap<string, string> = new Map([
  ['create_mode', CREATE_MODE],
  ['create_mcp_server', CREATE_MCP_SERVER],
  ['create_tool', CREATE_TOOL],
  ['create_rule', CREATE_RULE],
  ['create_command', CREATE_COMMAND],
  ['create_instructions', CREATE_INSTRUCTIONS],
]);
