import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { checkTarget, type Resolver } from './check-target.ts';
import { FetchRefused, type FetchRefusedCode } from './fetch-refused.ts';
import { isPublicAddress } from './public-address.ts';

const PUBLIC = '93.184.215.14';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'example.com': [PUBLIC],
  'six.example.com': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'xn--mnchen-3ya.example': [PUBLIC],
  'private.test': ['10.0.0.1'],
  'mixed.test': [PUBLIC, '127.0.0.1'],
  'mixed6.test': [PUBLIC, '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nowhere.test': [],
  'strange.test': ['localhost'],
  'metadata.google.internal': ['169.254.169.254'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
};
const resolver: Resolver = async (name) => {
  const plain = name.replace(/\.$/, '');
  if (plain === 'localhost' || plain.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const found = NAMES[plain];
  if (found === undefined) throw new Error('ENOTFOUND');
  return found;
};
const options = { resolver, allowed: allowedHosts([]) };
const codeOf = async (url: string): Promise<FetchRefusedCode | 'fetched'> => {
  try {
    await checkTarget(url, options);
    return 'fetched';
  } catch (error) {
    if (error instanceof FetchRefused) return error.code;
    throw error;
  }
};

test.each([
  // This machine, in every spelling.
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://a.localhost/',
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0177.0x0.0.1/',
  'http://127.0.0.1:8080/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://%6c%6f%63alhost/',
  'http://%31%32%37.0.0.1/',
  'http:127.0.0.1',
  'http:\\\\127.0.0.1\\',
  'http:///127.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:169.254.169.254]/',
  'http://127.0.0.1.nip.io/',
  // Networks of its owner.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://3232235521/',
  'http://0xc0.0xa8.0.1/',
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://private.test/',
  'http://mixed.test/',
  'http://mixed6.test/',
  'http://mapped.test/',
  // The insides of providers.
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://metadata.google.internal/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://168.63.129.16/',
  // IPv6 that carries IPv4.
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a00:1::1]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2606:2800::5efe:a00:1]/',
  'http://[2606:2800::200:5efe:a00:1]/',
  'http://[::ffff:0:a00:1]/',
  // Ranges with another use.
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://198.18.0.1/',
  'http://192.88.99.1/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
])('G230 %s is not on the public internet', async (url) => {
  expect(await codeOf(url)).toBe('private_address');
});

test.each([
  ['', 'bad_url'],
  ['example.com', 'bad_url'],
  ['//example.com/', 'bad_url'],
  ['file:///etc/passwd', 'bad_url'],
  ['ftp://example.com/', 'bad_url'],
  ['gopher://example.com:70/', 'bad_url'],
  ['data:text/html,hi', 'bad_url'],
  ['javascript:alert(1)', 'bad_url'],
  ['blob:http://example.com/x', 'bad_url'],
  ['view-source:http://example.com/', 'bad_url'],
  ['ws://example.com/', 'bad_url'],
  ['http://user@example.com/', 'bad_url'],
  ['http://user:secret@example.com/', 'bad_url'],
  ['http://example.com@127.0.0.1/', 'bad_url'],
  ['http://:@127.0.0.1:80@example.com/', 'bad_url'],
  ['http://256.1.1.1/', 'bad_url'],
  ['http://1.2.3.4.5/', 'bad_url'],
  ['http://[::1%25eth0]/', 'bad_url'],
  ['http://[::1/', 'bad_url'],
  ['http://exa mple.com/', 'bad_url'],
  ['http://example.com:99999/', 'bad_url'],
  ['http://example.com:22/', 'bad_port'],
  ['http://example.com:25/', 'bad_port'],
  ['http://example.com:0/', 'bad_port'],
  ['http://example.com:6667/', 'bad_port'],
  ['http://nowhere.test/', 'unknown_host'],
  ['http://strange.test/', 'unknown_host'],
  ['http://unheard.test/', 'unknown_host'],
] as const)('G1 %s is refused as %s', async (url, code) => {
  expect(await codeOf(url)).toBe(code);
});

test.each([
  ['http://example.com/', [PUBLIC]],
  ['https://EXAMPLE.com./a?b#c', [PUBLIC]],
  ['https://münchen.example/', [PUBLIC]],
  ['https://example.com:8443/', [PUBLIC]],
  ['http://six.example.com/', ['2606:2800:21f:cb07:6820:80da:af6b:8b2c']],
  ['http://93.184.215.14/', [PUBLIC]],
  ['http://172.32.0.1/', ['172.32.0.1']],
])('G1 %s may be fetched', async (url, addresses) => {
  expect((await checkTarget(url, options)).addresses).toEqual(addresses);
});

test('G230 no way to write an inner IPv4 address makes it public', async () => {
  const inner = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), fc.nat(255)),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 })),
    fc.constantFrom([192, 168] as const, [169, 254] as const),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 })),
    fc.tuple(fc.integer({ min: 224, max: 255 }), fc.nat(255)),
  );
  const hex = (a: number, b: number): string => ((a << 8) | b).toString(16);
  await fc.assert(
    fc.asyncProperty(inner, fc.nat(255), fc.nat(255), async ([a, b], c, d) => {
      const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
      const [high, low] = [hex(a, b), hex(c, d)];
      const spelled = [
        `${a}.${b}.${c}.${d}`,
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `0x${a.toString(16)}.${b}.${(c << 8) | d}`,
        `[::ffff:${high}:${low}]`,
        `[::${high}:${low}]`,
        `[64:ff9b::${high}:${low}]`,
        `[2002:${high}:${low}::1]`,
      ];
      for (const host of spelled)
        expect([host, await codeOf(`http://${host}/`)]).toEqual([host, 'private_address']);
    }),
    { numRuns: runs(200) },
  );
});

test('G230 what is no address is not public', () => {
  fc.assert(fc.property(fc.string(), (text) => !isPublicAddress(text) || /^[\d.]+$|:/.test(text)));
});

test.each([
  [['localhost'], 'http://localhost:1234/', true],
  [['localhost'], 'http://localhost./', true],
  [['LOCALHOST'], 'http://localhost/', true],
  [['localhost'], 'http://127.0.0.1/', false],
  [['localhost'], 'http://a.localhost/', false],
  [['127.0.0.1:8080'], 'http://127.0.0.1:8080/', true],
  [['127.0.0.1:8080'], 'http://0x7f000001:8080/', true],
  [['127.0.0.1:8080'], 'http://127.0.0.1:8081/', false],
  [['127.0.0.1:80'], 'http://127.0.0.1/', true],
  [['127.0.0.1:22'], 'http://127.0.0.1:22/', true],
  [['[::1]'], 'http://[::1]:5000/', true],
  [['[::1]:5000'], 'http://[0::1]:5000/', true],
  [['private.test'], 'http://private.test/', true],
  [['private.test'], 'http://mixed.test/', false],
] as const)('G2 with %j allowed, is %s fetched: %s', async (entries, url, expected) => {
  const checked = checkTarget(url, { resolver, allowed: allowedHosts(entries) });
  if (expected) expect((await checked).isAllowed).toBe(true);
  else await expect(checked).rejects.toMatchObject({ code: 'private_address' });
});

test.each(['', 'http://localhost', 'a b', '::1', 'user@host', 'host/path', 'host:port', 'host:99999'])(
  'G2 %j is no host to allow, and the fix is told',
  (entry) => {
    expect(() => allowedHosts([entry])).toThrow(/is not a host\. Write a host such as localhost/);
  },
);
