import { lazy, Suspense } from 'react';
import type { ProjectFormProps } from './project-form.tsx';

const Loaded = lazy(async () => ({ default: (await import('./project-form.tsx')).ProjectForm }));

/** The form of a project. Its code comes when somebody wants it. */
export function ProjectForm(props: ProjectFormProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
