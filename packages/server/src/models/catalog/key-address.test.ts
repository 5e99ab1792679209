import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProviderCredentials } from '../adapter/provider.ts';
import { entered, reachOf } from './key-address.ts';

const DEFAULT = 'https://default.example/v1';
const provider = { name: 'P', keyNames: ['P_API_KEY'], baseUrlName: 'P_BASE_URL', baseUrl: DEFAULT };
const guard: typeof fetch = () => Promise.reject(new Error('No network here.'));

const address = fc.constantFrom(
  'https://a.example/v1',
  'https://b.example/v1',
  'http://127.0.0.1:1/v1',
  DEFAULT,
);
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
/** Each key says the address that it came with. */
const keyFor = (at: string | undefined): string => `key for ${at ?? DEFAULT}`;
const environment = fc.record({ baseUrl: optional(address), hasKey: fc.boolean() }).map(
  ({ baseUrl, hasKey }): ProviderCredentials => ({
    ...(baseUrl !== undefined && { baseUrl }),
    ...(hasKey && { apiKey: keyFor(baseUrl) }),
  }),
);
const step = fc.record({ restart: optional(environment), baseUrl: optional(address), hasKey: fc.boolean() });

test('H40 whatever is entered, and however the environment changes, a key meets only its own address', () => {
  fc.assert(
    fc.property(environment, fc.array(step, { maxLength: 8 }), (first, steps) => {
      let env = first;
      let saved: ProviderCredentials | undefined;
      for (const { restart, baseUrl, hasKey } of steps) {
        env = restart ?? env;
        // A person who enters no address sees the one that holds now.
        const shown = baseUrl ?? env.baseUrl;
        const access = {
          ...(baseUrl !== undefined && { baseUrl }),
          ...(hasKey && { apiKey: keyFor(shown) }),
        };
        const kept = entered(provider, env, access);
        if (!('problem' in kept)) saved = kept;
        const { apiKey, baseUrl: at, fetch: by } = reachOf(provider, env, saved, guard);
        if (apiKey !== undefined) expect(apiKey).toBe(keyFor(at));
        // An address that is neither the environment's nor ours goes through the guard.
        const isOwners = at === undefined || at === env.baseUrl || at === DEFAULT;
        expect(by === guard).toBe(!isOwners);
      }
    }),
  );
});
