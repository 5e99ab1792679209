import { type Check, type Checked, type Finding, failed, failedAs } from './check.ts';

/** Runs checks side by side, each with its own limit. The results stand in the order of the checks. Never rejects. */
export async function runChecks(checks: readonly Check[], limitMs: number): Promise<Checked[]> {
  return Promise.all(checks.map(async (check) => ({ id: check.id, ...(await withLimit(check, limitMs)) })));
}

async function withLimit(check: Check, limitMs: number): Promise<Finding> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      const { message, fix } = hung(limitMs);
      resolve(failed(message, fix));
      abort.abort(new Error(message));
    }, limitMs);
  });
  const looked = (async () => check.run(abort.signal))().catch(failedAs);
  const finding = await Promise.race([late, looked]);
  clearTimeout(timer);
  return finding;
}

function hung(limitMs: number): { readonly message: string; readonly fix: string } {
  const seconds = limitMs / 1000;
  return {
    message: `The check did not end within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    fix: 'Look for what hangs there, or give it more time with --limit.',
  };
}
