const KEY = 'millrace:device';

/** How the server calls this browser, once a decision was taken here. All of its tabs are one device. */
export function knownDevice(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

export function rememberDevice(device: string): void {
  localStorage.setItem(KEY, device);
}
