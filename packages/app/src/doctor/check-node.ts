import { type Finding, failed, ok } from './check.ts';

/** Compares a version of Node with the oldest that will do, such as `>=20.19`. Pure. */
export function checkNode(version: string, wanted: string): Finding {
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor = 0, leastMinor = 0] = numbers(wanted.replace('>=', ''));
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  if (isEnough) return ok(`Node ${version}.`);
  return failed(
    `Node is ${version}, but Millrace needs ${leastMajor}.${leastMinor} or newer.`,
    'Install a newer Node from nodejs.org.',
  );
}

function numbers(version: string): number[] {
  return version.split('.').map(Number);
}
