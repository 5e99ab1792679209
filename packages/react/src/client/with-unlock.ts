const LOCKED = 423;

/** A `fetch` that has the vault unlocked when the server must not read without it, and then asks once more. */
export function withUnlock(ask: typeof fetch, onLocked: () => Promise<boolean>): typeof fetch {
  return async (address, options) => {
    const response = await ask(address, options);
    if (response.status !== LOCKED || !(await onLocked())) return response;
    void response.body?.cancel();
    return ask(address, options);
  };
}
