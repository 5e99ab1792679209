import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { send, serveWeb, type WebServer } from '../../../../../fixtures/web-server.ts';
import { plainText } from './plain-text.ts';
import { braveEngine, type SearchEngine, searxngEngine } from './search-engine.ts';
import { webSearchTool } from './web-search.ts';

/** A SearXNG as it answers: with more than anybody reads. */
const serveSearxng = (formats = ['html', 'json']): Promise<WebServer> =>
  serveWeb((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (!pathname.endsWith('/search')) return void response.writeHead(404).end();
    if (!formats.includes(searchParams.get('format') ?? 'html'))
      return void response.writeHead(403).end('Forbidden');
    const query = searchParams.get('q');
    const results = Array.from({ length: 30 }, (_, n) => ({
      url: `https://example.com/${n}`,
      title: `${query} &amp; more ${n}`,
      content: n === 1 ? null : `About ${n}`,
      publishedDate: null,
      thumbnail: '',
      engine: 'duckduckgo',
      template: 'default.html',
      parsed_url: ['https', 'example.com', `/${n}`, '', '', ''],
      engines: ['duckduckgo'],
      positions: [n + 1],
      score: 1 / (n + 1),
      category: 'general',
    }));
    const empty = { answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] };
    send(response, 'application/json', JSON.stringify({ query, number_of_results: 0, results, ...empty }));
  });

/** Brave's search as it answers. */
const serveBrave = (key = 'key-1'): Promise<WebServer> =>
  serveWeb((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (pathname !== '/res/v1/web/search') return void response.writeHead(404).end();
    if (request.headers['x-subscription-token'] !== key) {
      const error = {
        id: 'x',
        status: 422,
        code: 'SUBSCRIPTION_TOKEN_INVALID',
        detail: 'The provided subscription token is invalid.',
      };
      return void response.writeHead(422).end(JSON.stringify({ type: 'ErrorResponse', error, time: 1 }));
    }
    const original = searchParams.get('q');
    if (original === 'too often') return void response.writeHead(429).end('{}');
    const results =
      original === 'nothing'
        ? undefined
        : [
            {
              title: 'Egg prices',
              url: 'https://example.com/eggs',
              is_source_local: false,
              description: 'Why <strong>eggs</strong> cost &quot;more&quot;.',
              language: 'en',
              type: 'search_result',
              meta_url: { scheme: 'https', netloc: 'example.com', hostname: 'example.com' },
              extra_snippets: ['Prices <strong>rose</strong>.', 'They fell.'],
            },
            { title: 'Hens', url: 'https://example.com/hens', type: 'search_result' },
          ].slice(0, Number(searchParams.get('count')));
    const web = results && { type: 'search', results, family_friendly: true };
    send(
      response,
      'application/json',
      JSON.stringify({ type: 'search', query: { original }, mixed: {}, web }),
    );
  });

const search = async (engine: SearchEngine | undefined, ...queries: string[]) => {
  const outcome = await webSearchTool(engine).run(
    { requests: queries.map((query) => ({ query })) },
    toolContext(),
  );
  return { ...outcome, json: outcome.is_error ? undefined : JSON.parse(outcome.content) };
};

test('G8 a search on SearXNG gives the JSON of a skill, a request for each query', async () => {
  const web = await serveSearxng();
  const { json, embed } = await search(searxngEngine(`${web.url}/searx`), 'eggs', 'hens');
  expect(embed).toEqual(json);
  expect(Object.keys(json)).toEqual(['app', 'skill', 'requests']);
  expect(json).toMatchObject({
    app: 'Web',
    skill: 'Search',
    requests: [{ query: 'eggs' }, { query: 'hens' }],
  });
  const [eggs, hens] = json.requests;
  expect(Object.keys(eggs)).toEqual(['id', 'query', 'output']);
  expect(eggs.id).toMatch(/^[0-9a-f]{6}$/);
  expect(hens.id).not.toBe(eggs.id);
  expect(eggs.output).toHaveLength(10);
  expect(eggs.output.slice(0, 2)).toEqual([
    {
      id: expect.any(String),
      title: 'eggs & more 0',
      url: 'https://example.com/0',
      description: 'About 0',
      snippets: [],
    },
    {
      id: expect.any(String),
      title: 'eggs & more 1',
      url: 'https://example.com/1',
      description: '',
      snippets: [],
    },
  ]);
});

test('G8 a search on Brave gives the same, with its snippets and without its marks', async () => {
  const web = await serveBrave();
  const { json } = await search(braveEngine({ key: 'key-1', baseUrl: web.url }), 'eggs', 'nothing');
  expect(json.requests[0].output).toEqual([
    {
      id: expect.any(String),
      title: 'Egg prices',
      url: 'https://example.com/eggs',
      description: 'Why eggs cost "more".',
      snippets: ['Prices rose.', 'They fell.'],
    },
    { id: expect.any(String), title: 'Hens', url: 'https://example.com/hens', description: '', snippets: [] },
  ]);
  expect(json.requests[1].output).toEqual([]);
});

test('G8 what is shown while it searches has the same ids', async () => {
  const web = await serveBrave();
  const tool = webSearchTool(braveEngine({ key: 'key-1', baseUrl: web.url }));
  const input = { requests: [{ query: 'eggs' }, { query: 'nothing' }] };
  const before = tool.embed?.(input, 't') ?? {};
  const { embed } = await tool.run(input, toolContext());
  const ids = ({ requests }: Readonly<Record<string, unknown>>) =>
    (requests as { id: string }[]).map(({ id }) => id);
  expect(before).toMatchObject({
    app: 'Web',
    skill: 'Search',
    requests: [{ query: 'eggs' }, { query: 'nothing' }],
  });
  expect(JSON.stringify(before)).not.toContain('output');
  expect(ids(embed ?? {})).toEqual(ids(before));
});

test('G9 without a search engine the fix is told', async () => {
  expect(await search(undefined, 'eggs')).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/set MILLRACE_SEARXNG_URL .* or BRAVE_API_KEY/),
  });
});

test.each([
  [
    'SearXNG without JSON',
    async () => searxngEngine((await serveSearxng(['html'])).url),
    /add \\"json\\" to search\.formats/,
  ],
  [
    'a wrong key',
    async () => braveEngine({ key: 'no', baseUrl: (await serveBrave()).url }),
    /check BRAVE_API_KEY/,
  ],
  [
    'a page that is no engine',
    async () => searxngEngine((await serveWeb((_, r) => send(r, 'text/html', '<p>'))).url),
    /other than a list of results/,
  ],
  [
    'an engine that fails',
    async () => searxngEngine((await serveWeb((_, r) => r.writeHead(500).end())).url),
    /status 500/,
  ],
  [
    'an engine that leads elsewhere',
    async () =>
      searxngEngine((await serveWeb((_, r) => r.writeHead(302, { location: 'http://10.0.0.1/' }).end())).url),
    /redirects too many times/,
  ],
] as const)('G9 %s is told', async (_, engine, words) => {
  expect(await search(await engine(), 'eggs')).toMatchObject({
    is_error: true,
    content: expect.stringMatching(words),
  });
});

test('G9 a query that fails hides no other', async () => {
  const web = await serveBrave();
  const { json, is_error } = await search(
    braveEngine({ key: 'key-1', baseUrl: web.url }),
    'too often',
    'eggs',
  );
  expect(is_error).toBeUndefined();
  expect(json.requests).toMatchObject([
    { output: [], error: expect.stringMatching(/no more searches/) },
    { output: [{}, {}] },
  ]);
});

test('G9 whoever stops the run stops the search', async () => {
  const web = await serveWeb(() => {});
  const stop = new AbortController();
  const running = webSearchTool(searxngEngine(web.url)).run(
    { requests: [{ query: 'x' }] },
    toolContext({ signal: stop.signal }),
  );
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});

test('G8 text keeps no tag and no reference that it had', () => {
  expect(plainText('a <b>c</b>\n&lt;d&gt; &#65;&#x42; &unknown; 1 < 2')).toBe('a c <d> AB &unknown; 1 < 2');
  fc.assert(fc.property(fc.string(), (text) => !plainText(`<b>${text}</b>`).includes('<b>')));
});
