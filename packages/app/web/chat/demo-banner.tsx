import { Zap } from 'lucide-react';
import { strings } from '../base/strings.ts';

export function DemoBanner({ onAddModel }: { readonly onAddModel: () => void }) {
  return (
    <div className="app-banner">
      <Zap size={16} aria-hidden="true" />
      <p>{strings.demoBanner}</p>
      <button type="button" className="mr-button" onClick={onAddModel}>
        {strings.addModel}
      </button>
    </div>
  );
}
