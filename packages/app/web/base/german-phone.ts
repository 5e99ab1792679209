import type { englishPhone } from './phone-words.ts';

/** The same in German. */
export const germanPhone: typeof englishPhone = {
  title: 'Auf dem Handy öffnen',
  help: 'Ein Einmal-Link meldet ein weiteres Gerät an. Es zeigt dieselben Chats.',
  show: 'Code zeigen',
  again: 'Neuer Code',
  code: 'QR-Code des Anmeldelinks',
  steps: ['Richte die Kamera des Handys auf diesen Code.', 'Öffne den Link, den sie findet.'],
  link: 'Keine Kamera? Öffne diesen Link auf dem anderen Gerät',
  copy: 'Kopieren',
  copied: 'Kopiert',
  once: 'Gilt einmal, zehn Minuten lang.',
  over: 'Dieser Code ist abgelaufen.',
  warning: 'Wer diesen Link öffnet, ist als du angemeldet. Schick ihn nicht per Mail oder Chat.',
  missing: 'Noch kann kein anderes Gerät diesen Server erreichen. Er braucht eine https-Adresse:',
  fixes: [
    ['Für Handys in deinem Netz starte ihn mit', 'npm start -- --lan'],
    [
      'Hinter einem Proxy oder Tunnel setze seine öffentliche Adresse, etwa',
      'MILLRACE_URL=https://chat.example',
    ],
  ],
  failed: 'Der Link lässt sich nicht erstellen. Prüfe die Verbindung und versuche es noch einmal.',
};
