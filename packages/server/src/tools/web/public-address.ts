import ipaddr from 'ipaddr.js';

const AZURE_HOST = '168.63.129.16';
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Tells whether an address belongs to the public internet: not to this machine, a network of its owner, a provider's inside, or
 * a range with another use. IPv6 forms that wrap an IPv4 address count as none. Pure. Never throws.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast' && ip.toString() !== AZURE_HOST;
  return ip.zoneId === undefined && ip.match(GLOBAL) && ip.range() === 'unicast' && !isIsatap(ip);
}

/** An address that carries an IPv4 address behind `0:5efe`, which routers of a site unwrap. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0;
}
