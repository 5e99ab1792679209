import { Bell } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';
import { useOffer } from './use-offer.ts';

export interface OfferStripProps {
  /** True while an answer is written, in any chat. */
  readonly isRunning: boolean;
  /** Called when the pressed button is gone. */
  readonly onDone: () => void;
}

/** Asks once whether the person wants to be told, and says so when the browser does not let the page. */
export function OfferStrip({ isRunning, onDone }: OfferStripProps) {
  const strings = usePageWords();
  const { state, yes, no } = useOffer(isRunning);
  if (state === 'none') return null;
  const press = (what: () => unknown): void => {
    void what();
    onDone();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="app-offer" role="group" aria-label={strings.offer}>
      <Bell size={16} aria-hidden="true" />
      {state === 'asked' ? (
        <>
          <p>{strings.offer}</p>
          <button type="button" className="mr-button mr-button-primary" onClick={() => press(yes)}>
            {strings.yes}
          </button>
          <button type="button" className="mr-button" onClick={() => press(no)}>
            {strings.notNow}
          </button>
        </>
      ) : (
        <>
          <p>{strings.notifyBlocked}</p>
          <button type="button" className="mr-button" onClick={() => press(no)}>
            {strings.fine}
          </button>
        </>
      )}
    </div>
  );
}
