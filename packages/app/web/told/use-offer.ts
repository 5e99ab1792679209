import { useEffect, useState } from 'react';
import { keepPreference } from '../base/preferences.ts';
import { usePreference } from '../base/use-preference.ts';
import { notificationPermission, wantNotifications } from '../base/want-notifications.ts';
import { mayOffer } from './may-offer.ts';

/** The question whether the person wants to be told. */
export interface Offer {
  readonly state: 'none' | 'asked' | 'blocked';
  readonly yes: () => Promise<void>;
  readonly no: () => void;
}

/** Asks when it makes sense: the person has left the page for the first time while an answer is written. */
export function useOffer(isRunning: boolean): Offer {
  const wish = usePreference('notify');
  const [state, setState] = useState<Offer['state']>('none');
  const mayAsk = isRunning && state === 'none';
  useEffect(() => {
    if (!mayAsk || !mayOffer(wish, notificationPermission())) return;
    const left = (): void => {
      // A frame of the page, as that of a diagram, is no other place.
      const isElsewhere = !document.hasFocus() && document.activeElement?.tagName !== 'IFRAME';
      if (document.visibilityState === 'hidden' || isElsewhere) setState('asked');
    };
    document.addEventListener('visibilitychange', left);
    window.addEventListener('blur', left);
    return () => {
      document.removeEventListener('visibilitychange', left);
      window.removeEventListener('blur', left);
    };
  }, [mayAsk, wish]);
  return {
    state: wish === 'ask' || state === 'blocked' ? state : 'none',
    async yes() {
      const isAllowed = await wantNotifications();
      setState(isAllowed ? 'none' : 'blocked');
    },
    no() {
      keepPreference('notify', 'off');
      setState('none');
    },
  };
}
