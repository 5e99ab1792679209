import { lazy, Suspense } from 'react';
import type { SettingsPageProps } from './settings-page.tsx';

const Loaded = lazy(async () => ({ default: (await import('./settings-page.tsx')).SettingsPage }));

/** The settings. Few pages begin with them, so their code comes when somebody wants them. */
export function SettingsPage(props: SettingsPageProps) {
  return (
    <Suspense fallback={<main className="app-main" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
