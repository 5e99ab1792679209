import { usePageWords } from '../base/page-words.ts';

export function Brand() {
  const strings = usePageWords();
  return (
    <div className="app-brand">
      <span className="app-mark" aria-hidden="true" />
      {strings.app}
    </div>
  );
}
