import { Zap } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';

export function DemoBanner({ onAddModel }: { readonly onAddModel: (() => void) | undefined }) {
  const strings = usePageWords();
  return (
    <div className="app-banner">
      <Zap size={16} aria-hidden="true" />
      <p>{strings.demoBanner}</p>
      {onAddModel && (
        <button type="button" className="mr-button" onClick={onAddModel}>
          {strings.addModel}
        </button>
      )}
    </div>
  );
}
