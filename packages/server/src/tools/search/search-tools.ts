import type { Tool } from '../define/tool.ts';
import { codebaseSearchTool } from './codebase-search.ts';
import { listCodeDefinitionsTool } from './list-code-definitions.ts';
import { listFilesTool } from './list-files.ts';
import { searchFilesTool } from './search-files.ts';

/** The tools that look for something in the workspace and change nothing. */
export function searchTools(): readonly Tool[] {
  return [listFilesTool(), searchFilesTool(), listCodeDefinitionsTool(), codebaseSearchTool()];
}
