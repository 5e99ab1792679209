// An MCP server with one tool, which never ends.
import { createInterface } from 'node:readline';

const send = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    send(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'slow', version: '1' },
    });
  if (method === 'tools/list')
    send(id, { tools: [{ name: 'wait', description: 'Waits', inputSchema: { type: 'object' } }] });
});
