import type { ChangedFile, DiffFile } from './checkpoints.ts';

const STATUS: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'removed' };

/** Reads what `git diff-tree -r -z --raw --numstat` says. Pure. */
export function readDiff(output: string): DiffFile[] {
  const parts = output.split('\0');
  const statuses = new Map<string, ChangedFile['status']>();
  const files: DiffFile[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? '';
    if (part.startsWith(':')) {
      i += 1;
      statuses.set(parts[i] ?? '', STATUS[part.slice(part.lastIndexOf(' ') + 1)] ?? 'changed');
      continue;
    }
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(part) ?? [];
    if (path === undefined) continue;
    const binary = added === '-';
    const count = (lines: string | undefined): number | null => (binary ? null : Number(lines));
    const status = statuses.get(path) ?? 'changed';
    files.push({ path, status, added: count(added), removed: count(removed), binary });
  }
  return files;
}
