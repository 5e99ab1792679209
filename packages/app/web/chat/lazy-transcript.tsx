import type { TranscriptProps } from '@millrace/react';
import { lazy, Suspense } from 'react';
import { usePageWords } from '../base/page-words.ts';

const load = () => import('./transcript-chunk.tsx');
const Loaded = lazy(async () => ({ default: (await load()).ToolTranscript }));

/** Gets the code that draws messages, so that it is there when the first one comes. Never rejects. */
export function preloadTranscript(): void {
  // The component that needs it asks again, and gets the error.
  load().catch(() => {});
}

/** The messages of a chat. The first page shows none, so their code comes after it. */
export function Transcript(props: TranscriptProps) {
  const strings = usePageWords();
  return (
    <Suspense fallback={<p className="app-unready">{strings.loading}</p>}>
      <Loaded {...props} />
    </Suspense>
  );
}
