import { PROVIDERS, type ProviderCredentials } from '@millrace/server';

type Env = Readonly<Record<string, string | undefined>>;

/** How the environment connects each provider. Pure. */
export function readProviders(env: Env): Record<string, ProviderCredentials> {
  const found = PROVIDERS.flatMap(({ id, keyNames, baseUrlName }) => {
    const apiKey = keyNames.map((name) => env[name]).find((key) => key);
    const baseUrl = env[baseUrlName] || undefined;
    const access = { ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }) };
    return Object.keys(access).length > 0 ? [[id, access] as const] : [];
  });
  return Object.fromEntries(found);
}
