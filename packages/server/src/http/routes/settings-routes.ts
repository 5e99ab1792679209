import { type ServerSettings, settingsRequest } from '@millrace/engine/run';
import { Hono } from 'hono';
import type { ProviderCatalog } from '../../models/catalog/provider-catalog.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';

/** The providers of the server. Keys go in and never come out. */
export function settingsRoutes(catalog: ProviderCatalog): Hono {
  const routes = new Hono();
  const settings = (): ServerSettings => ({ providers: catalog.providers() });

  routes.get('/', async (c) => {
    // Somebody who looks wants to see what is there now.
    await catalog.refresh();
    return c.json<ServerSettings>(settings());
  });

  routes.put('/', async (c) => {
    const { providers = {}, default_model } = await jsonBody(c, settingsRequest);
    for (const [id, access] of Object.entries(providers)) {
      if (access === null) {
        await catalog.disconnect(id);
        continue;
      }
      const { api_key: apiKey, base_url: baseUrl } = access;
      const check = await catalog.connect(id, { ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }) });
      if (!check.ok) throw problem(400, check.code, check.message);
    }
    if (default_model !== undefined && !catalog.prefer(default_model))
      throw problem(400, 'unknown_model', `There is no model ${default_model}.`);
    return c.json<ServerSettings>(settings());
  });

  return routes;
}
