import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { keepPreference } from '../base/preferences.ts';
import { usePreference } from '../base/use-preference.ts';
import { notificationPermission, wantNotifications } from '../base/want-notifications.ts';
import { Choice, PreferenceRow } from './appearance-settings.tsx';

/** Turns notifications on and off, and says what they show. Only a page with TLS, or of this machine, can have them. */
export function NotificationSettings() {
  const strings = usePageWords();
  const wish = usePreference('notify');
  const [permission, setPermission] = useState(notificationPermission);
  const isOn = wish === 'on' && permission === 'granted';
  const { title, help, labels } = strings.preferences.notify;
  async function choose(chosen: 'on' | 'off'): Promise<void> {
    if (chosen === 'off') keepPreference('notify', 'off');
    else await wantNotifications();
    setPermission(notificationPermission());
  }
  return (
    <section>
      <h2>{title}</h2>
      <p>{strings.notifyHelp}</p>
      <div className="app-rows">
        <Choice
          name="notify"
          {...{ title, help, labels }}
          values={['on', 'off'] as const}
          value={isOn ? 'on' : 'off'}
          onChange={(chosen) => void choose(chosen)}
        />
        <PreferenceRow name="notifyShows" />
      </div>
      {permission === 'denied' && <p role="status">{strings.notifyBlocked}</p>}
      {permission === 'none' && <p>{strings.notifyMissing}</p>}
    </section>
  );
}
