import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import type { SearchEngine } from './search-engine.ts';
import { requestId, type SkillEmbed, shortId } from './skill-embed.ts';

const MAX_QUERIES = 5;
const MAX_RESULTS = 20;
const FEW_RESULTS = 10;
const NO_ENGINE =
  "The web can't be searched: this server has no search engine. Its owner can set MILLRACE_SEARXNG_URL to the address of a SearXNG server, or BRAVE_API_KEY to a key for Brave Search, and restart it.";

const request = z.object({
  query: z.string().trim().min(1).max(400).describe('What to search for'),
  count: z.int().min(1).max(MAX_RESULTS).optional().describe(`How many results. Default: ${FEW_RESULTS}`),
});
type Request = z.output<typeof request>;

/** Lets the model search the web, with several queries in one call. Without an engine it says how to get one. */
export function webSearchTool(engine: SearchEngine | undefined): Tool {
  return defineTool({
    name: 'web_search',
    description:
      'Searches the web and returns titles, addresses and descriptions of pages. Put all queries into one call. Read a page with web_read before you rely on it, and cite the pages that you use.',
    input: z.object({ requests: z.array(request).min(1).max(MAX_QUERIES) }),
    effect: 'read',
    together: true,
    title: ({ requests }) => `Search the web for ${requests.map(({ query }) => `“${query}”`).join(', ')}`,
    embed: ({ requests }, toolUseId) =>
      searchEmbed(requests.map(({ query }, place) => ({ id: requestId(toolUseId, place), query }))),
    async run({ requests }, { toolUseId, signal }) {
      if (engine === undefined) return { content: NO_ENGINE, is_error: true };
      const found = await Promise.all(
        requests.map((each, place) => search(engine, each, requestId(toolUseId, place), signal)),
      );
      const embed = searchEmbed(found);
      const content = JSON.stringify(embed);
      return found.every(({ error }) => error !== undefined)
        ? { content, is_error: true }
        : { content, embed };
    },
  });
}

function searchEmbed(requests: SkillEmbed['requests']): SkillEmbed {
  return { app: 'Web', skill: 'Search', requests };
}

async function search(
  engine: SearchEngine,
  { query, count = FEW_RESULTS }: Request,
  id: string,
  signal: AbortSignal,
): Promise<SkillEmbed['requests'][number]> {
  try {
    const hits = await engine(query, count, signal);
    return {
      id,
      query,
      output: hits.map(({ title, url, description, snippets }) => ({
        id: shortId(url),
        title,
        url,
        description,
        snippets,
      })),
    };
  } catch (error) {
    signal.throwIfAborted();
    return { id, query, output: [], error: error instanceof Error ? error.message : String(error) };
  }
}
