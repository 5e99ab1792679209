/** A sign-in name as it is compared: case, width and spaces do not count. Pure. */
export function plainName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
}
