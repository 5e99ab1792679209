import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** The networks that are private to a home or an office. */
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
/** Networks of containers and virtual machines come last: no phone is in them. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|lxc)/;

/** The address that phones of the network reach this machine at: its first private IPv4 address. Pure. */
export function lanAddress(interfaces: Interfaces): string | undefined {
  const names = Object.keys(interfaces);
  const ordered = [
    ...names.filter((name) => !VIRTUAL.test(name)),
    ...names.filter((name) => VIRTUAL.test(name)),
  ];
  return ordered
    .flatMap((name) => interfaces[name] ?? [])
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.test(address))
    ?.address;
}
