import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findBrowser, findBubblewrap, findRipgrep } from '@millrace/server';
import { type Finding, failed, failedAs, ok, skipped, warning } from './check.ts';

const run = promisify(execFile);

/** The first line that a program says about its version. Rejects when it can't be run. */
async function versionOf(program: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  const { stdout } = await run(program, ['--version'], { env, signal, maxBuffer: 100_000 });
  return (stdout.split('\n')[0] ?? '').trim();
}

type Env = Readonly<Record<string, string | undefined>>;

/** Checkpoints are kept with git. */
export async function checkGit(env: Env, signal: AbortSignal): Promise<Finding> {
  try {
    return ok(`${await versionOf('git', { ...env }, signal)}.`);
  } catch {
    return failed(
      'git was not found, so the workspace is not saved before it is changed.',
      'Install git, or put it on the PATH.',
    );
  }
}

/** Searches use our own copy of ripgrep. */
export async function checkRipgrep(signal: AbortSignal, find = findRipgrep): Promise<Finding> {
  const path = await find();
  try {
    return ok(`${await versionOf(path, {}, signal)}.`);
  } catch {
    return failed(`ripgrep at ${path} can't be run.`, 'Install Millrace again, with its optional packages.');
  }
}

/** The tool that looks at pages needs a browser. Nothing else does. */
export async function checkBrowser(wanted: string | undefined, signal: AbortSignal): Promise<Finding> {
  let path: string;
  try {
    path = findBrowser(wanted);
  } catch (error) {
    if (wanted !== undefined) return failedAs(error);
    return warning(
      'No Chromium or Chrome was found, so models can use no browser.',
      'Install Chromium or Chrome, or set MILLRACE_BROWSER to the path of one.',
    );
  }
  try {
    return ok(`${await versionOf(path, process.env, signal)} at ${path}.`);
  } catch {
    return failed(
      `The browser at ${path} can't be run.`,
      'Install it again, or set MILLRACE_BROWSER to another.',
    );
  }
}

/** Commands run in bubblewrap only where that is wanted; elsewhere this is for information. */
export async function checkSandbox(env: Env, isWanted: boolean, signal: AbortSignal): Promise<Finding> {
  let path: string;
  try {
    path = findBubblewrap(env);
  } catch {
    return isWanted
      ? failed(
          'MILLRACE_SANDBOX is bwrap, but bubblewrap was not found.',
          'Install the package bubblewrap, or unset MILLRACE_SANDBOX.',
        )
      : skipped('Commands run as you: MILLRACE_SANDBOX is not set, and bubblewrap is not installed.');
  }
  const version = await versionOf(path, { ...env }, signal);
  // It may be installed where making a sandbox is forbidden, as in some containers.
  const works = await run(path, ['--ro-bind', '/', '/', '--unshare-all', 'true'], { signal }).then(
    () => true,
    () => false,
  );
  if (works && isWanted) return ok(`${version}: commands run in it.`);
  if (works) return ok(`${version} works. Commands run as you, because MILLRACE_SANDBOX is not set.`);
  return isWanted
    ? failed(
        `${version} can't make a sandbox here.`,
        'Allow user namespaces for this user, or unset MILLRACE_SANDBOX.',
      )
    : skipped(`Commands run as you: MILLRACE_SANDBOX is not set, and ${version} can't make a sandbox here.`);
}
