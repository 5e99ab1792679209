import { parseAssistantMessage } from '@millrace/engine';
import { expect, test } from 'vitest';
import { namesOf, TOOLS } from '../../../../../fixtures/text-tools.ts';
import type { PrintDialect } from './print-call.ts';
import { toolSection } from './tool-section.ts';

const DIALECTS: readonly PrintDialect[] = ['roo', 'invoke', 'qwen', 'hermes'];

test.each(DIALECTS)(
  'M250 the section for %s names every tool and parameter, and its examples are calls',
  (dialect) => {
    const section = toolSection(TOOLS, dialect);
    for (const spec of TOOLS) {
      const [, own = ''] = section.split(`\n## ${spec.name}\n`);
      expect(own).toContain(spec.description);
      const { properties, required } = spec.input_schema as { properties: object; required: string[] };
      for (const name of Object.keys(properties)) expect(own).toMatch(new RegExp(`^- ${name} \\(`, 'm'));
      const [example] = parseAssistantMessage(own.split('Example:\n')[1]?.split('\n\n## ')[0] ?? '', {
        tools: namesOf(TOOLS),
        dialect,
      });
      expect(example).toMatchObject({ type: 'tool_use', name: spec.name, state: 'complete' });
      for (const name of required) expect(example).toHaveProperty(['params', name]);
    }
    expect(section).toContain('- path (string, required): Some text');
    expect(section).toContain(
      '- cities (array, optional): JSON Schema: {"type":"array","items":{"type":"string"}}',
    );
    expect(section).toContain('- unit (string, optional): One of "C", "F".');
  },
);
