import type { ProviderCredentials, ProviderReach } from '../adapter/provider.ts';
import type { ProviderDefinition } from './providers.ts';

// A key goes only to the address that it came with: one of the environment to the address of the environment, one that was
// entered on the page to the address that was entered with it.

/**
 * How a provider is reached: by what the environment says or, where it says nothing, by what was entered together. An address
 * that only the page has named goes by the guard. Pure.
 */
export function reachOf(
  provider: Pick<ProviderDefinition, 'baseUrl'>,
  environment: ProviderCredentials = {},
  saved: ProviderCredentials = {},
  guard?: typeof fetch,
): ProviderReach {
  if (environment.apiKey !== undefined) return environment;
  const { baseUrl } = environment;
  if (baseUrl !== undefined) {
    const { apiKey } = isSame(saved.baseUrl, baseUrl) ? saved : {};
    return { baseUrl, ...(apiKey !== undefined && { apiKey }) };
  }
  const isOwners = saved.baseUrl === undefined || isSame(saved.baseUrl, provider.baseUrl);
  return isOwners ? saved : { ...saved, fetch: guard };
}

/** The part of entered credentials that is kept: the key with the address that it is for. Pure. */
export function entered(
  { name, keyNames, baseUrlName }: Pick<ProviderDefinition, 'name' | 'keyNames' | 'baseUrlName'>,
  environment: ProviderCredentials = {},
  access: ProviderCredentials,
): ProviderCredentials | { readonly problem: string } {
  const { baseUrl } = environment;
  if (environment.apiKey !== undefined)
    return {
      problem: `${name} is connected by the environment variable ${keyNames[0]}, whose key is sent only to the address from the environment. Unset it to connect ${name} here.`,
    };
  if (baseUrl === undefined) return access;
  if (access.baseUrl !== undefined && !isSame(access.baseUrl, baseUrl))
    return {
      problem: `The environment variable ${baseUrlName} sets the address of ${name}. Leave the address out, or unset the variable.`,
    };
  return { ...access, baseUrl };
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && plain(a) === plain(b);
}

function plain(address: string): string {
  const whole = URL.canParse(address) ? new URL(address).href : address;
  let end = whole.length;
  while (whole.charAt(end - 1) === '/') end--;
  return whole.slice(0, end);
}
