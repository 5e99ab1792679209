import { formatOf } from '@millrace/react';
import type { vaultWords } from './vault-words.ts';

const { count, date, list, number, plural } = formatOf('de');

/** The words about keys, privacy and the devices that have a key, in German. */
export const germanVault: typeof vaultWords = {
  vault: {
    promise: {
      home: 'Dieser Rechner hat einen Schlüssel zu deinen Chats. Wer nur den Datenordner oder die Datenbank hat, liest nichts; wer diesen Rechner beherrscht, liest alles.',
      server:
        'Der Rechner des Servers hat einen Schlüssel zu deinen Chats. Wer nur den Datenordner oder die Datenbank hat, liest nichts; wer diesen Rechner beherrscht, liest alles.',
      devices:
        'Der Server liest einen Chat nur, solange er für dich daran arbeitet. Wer den Server betreibt, könnte diesen Code ändern.',
    },
    line: {
      home: 'Schlüssel am Server',
      devices: 'Schlüssel auf deinen Geräten',
      upgrade: (done, total) => `Wird erneuert: ${number(done)} von ${number(total)} Chats`,
    },
    picture: {
      label: 'Wo deine Worte sind und wer sie dort lesen kann',
      sealed: 'versiegelt',
      devices: 'Deine Geräte',
      devicesDo: 'Haben Schlüssel. Hier liest und schreibst du.',
      server: 'Server',
      serverDoes: {
        home: 'Hat auch einen Schlüssel, damit jeder angemeldete Browser deine Chats öffnet.',
        devices: 'Öffnet einen Chat im Speicher, solange er daran arbeitet, und vergisst dann den Schlüssel.',
      },
      database: 'Datenbank',
      databaseSees: 'Sieht nur das:',
    },
    more: 'Mehr darüber, wer wann was lesen kann',
    facts: {
      always: [
        [
          'Was verschlüsselt ist',
          'Nachrichten, Titel, Erinnerungen, Anweisungen, die Protokolle der Läufe, Schlüssel von Anbietern und Geheimnisse von MCP-Servern.',
        ],
        [
          'Was nicht',
          'Dateien in Arbeitsordnern, ihre gesicherten Stände und Fehlerberichte. Zeiten, Größen und die Namen von Modellen und Werkzeugen. Text, den du nicht gesendet hast, liegt in deinem Browser.',
        ],
        [
          'Was den Rechner verlässt',
          'Mit dem Modell eines Anbieters gehen deine Nachrichten an diesen Anbieter.',
        ],
      ],
      home: [
        [
          'Wann der Server liest',
          'Wenn du einen Chat ansiehst oder suchst, und solange ein Lauf arbeitet. Er könnte es jederzeit: Der Schlüssel liegt in seinem Schlüsselordner. Bewahre eine Kopie davon auf.',
        ],
      ],
      devices: [
        [
          'Wann der Server liest',
          'Solange eine Seite von dir offen ist und solange ein Lauf arbeitet. Zwei Minuten nachdem die letzte Seite geschlossen ist, hat er den Schlüssel vergessen.',
        ],
        [
          'Läufe, die allein weitergehen',
          'Solange ein Lauf offen ist, der nach einem Absturz allein weitergeht, kann seinen Chat lesen, wer die Datenbank und den Schlüssel des Servers hat. In den Einstellungen eines Chats kannst du wählen, dass er auf ein Gerät wartet.',
        ],
        [
          'Ein verlorenes Gerät',
          'Entziehe ihm den Schlüssel: Dann bekommen deine Chats neue, die es nicht hat.',
        ],
      ],
    },
    modes: {
      title: 'Nach einem Absturz',
      alone: 'Alle deine Chats laufen allein weiter. Jeder Chat hat die Wahl in seinen Einstellungen.',
      some: (chats) =>
        `${count(chats, { one: 'Chat wartet', other: 'Chats warten' })} auf eines deiner Geräte; alle anderen laufen allein weiter. Jeder Chat hat die Wahl in seinen Einstellungen.`,
    },
    keysTitle: (devices, home) => {
      const kept = count(devices, { one: 'Gerät', other: 'Geräten' });
      return home ? `Schlüssel: auf dem Rechner des Servers und ${kept}` : `Schlüssel: auf ${kept}`;
    },
    computer: 'Der Rechner des Servers',
    computerDoes: 'Führt den Server aus und hat einen Schlüssel',
    youAreHere: 'Du bist hier',
    unnamed: 'Gerät ohne Namen',
    seen: (when) => `Zuletzt gesehen: ${when}`,
    waits: 'Hat noch keinen Schlüssel',
    rename: 'Umbenennen',
    renameOf: (name) => `${name} umbenennen`,
    newName: (name) => `Neuer Name von ${name}`,
    renamed: (name) => `Es heißt jetzt ${name}.`,
    revoke: 'Entziehen',
    revokeOf: (name) => `${name} den Schlüssel entziehen`,
    revokeQuestion: (name) =>
      `${name} den Schlüssel entziehen? Es wird abgemeldet, und deine Chats bekommen neue Schlüssel, die es nicht hat. Was es gelesen hat, kann es nicht vergessen.`,
    revoked: (name) => `${name} hat keinen Schlüssel mehr.`,
    rotation: (done, total) => `Deine Chats bekommen neue Schlüssel: ${number(done)} von ${number(total)}.`,
    upgrade: (done, total) =>
      `Chats einer älteren Version bekommen eigene Schlüssel: ${number(done)} von ${number(total)}. Du kannst dabei weiterarbeiten.`,
    add: 'Gerät hinzufügen',
    loadFailed:
      'Die Schlüssel konnten nicht geladen werden. Prüfe, ob der Server läuft, und öffne die Einstellungen erneut.',
    failed: 'Das ist nicht gelungen. Prüfe, ob der Server läuft, und versuche es erneut.',
    problems: {
      no_key:
        'Dieser Browser hat keinen Schlüssel zu deinen Chats. Melde dich hier neu an oder nimm ein anderes Gerät.',
      other_secret:
        'Das ist nicht der Wiederherstellungscode, die Passphrase oder der Passkey dieses Kontos.',
      forged_device:
        'Das Gerät, das um einen Schlüssel bat, kam nicht über diesen Link. Es hat keinen bekommen. Mach einen neuen Link.',
      no_secret:
        'Dieser Passkey meldet dich an, kann aber keinen Schlüssel zu deinen Chats halten. Nimm ein anderes Gerät, eine Passphrase oder den Wiederherstellungscode.',
      link_ended: 'Dieser Link gilt nicht mehr. Mach einen neuen.',
      keyless:
        'Dieser Browser kann hier keine Schlüssel behalten. Öffne die Seite über https oder unter localhost, in einem aktuellen Browser.',
      no_other_way:
        'Sichere zuerst den Wiederherstellungscode, oder füge ein Gerät oder einen Passkey hinzu.',
      last_way: 'Nichts anderes öffnet deine Chats. Sichere zuerst einen Wiederherstellungscode.',
      still_sealing: 'Ältere Chats werden noch versiegelt. Versuche es in einigen Minuten erneut.',
      home_key_never: 'Dieser Server behält keine Schlüssel.',
      has_key: 'Dieses Gerät hat schon einen Schlüssel.',
    },
    recovery: {
      title: 'Wiederherstellungscode',
      help: 'Öffnet deine Chats, wenn alle Geräte verloren sind.',
      missing: 'Noch nicht gesichert.',
      saved: (at) => `Gesichert ${date(at)}.`,
      save: 'Sichern',
      replace: 'Ersetzen',
      replaceHelp: 'Ein neuer Code tritt an die Stelle des alten, der dann nichts mehr öffnet.',
      intro:
        'Schreib ihn auf oder druck ihn aus, und bewahre ihn dort auf, wo nur du ihn findest. Er wird nur jetzt gezeigt.',
      label: 'Dein Wiederherstellungscode',
      copy: 'Kopieren',
      copied: 'Der Code wurde kopiert.',
      copyFailed: 'Kopieren ist hier nicht erlaubt. Schreib ihn auf.',
      print: 'Drucken',
      check: (group) => `Gib Gruppe ${group} ein, um zu zeigen, dass du ihn hast`,
      differs: (group) => `Gruppe ${group} des Codes ist anders. Sieh noch einmal nach.`,
      keep: 'Ich habe ihn gesichert',
      keeping: 'Einen Moment…',
      kept: 'Der Wiederherstellungscode öffnet ab jetzt deine Chats.',
    },
    passkey: {
      title: 'Passkey',
      help: 'Öffnet deine Chats mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel.',
      add: 'Hinzufügen',
      waiting: 'Warten auf dein Gerät…',
      added: 'Der Passkey öffnet ab jetzt deine Chats.',
    },
    passphrase: {
      title: 'Passphrase',
      help: 'Öffnet deine Chats mit den Worten, mit denen du dich anmeldest.',
      none: 'Du hast noch keine Passphrase: Leg in den Kontoeinstellungen eine fest.',
      toAccount: 'Konto und Geräte',
      add: 'Hinzufügen',
      submit: 'Damit meine Chats öffnen',
      working: 'Einen Moment…',
      incomplete: 'Gib deine Passphrase ein.',
      added: 'Die Passphrase öffnet ab jetzt deine Chats.',
    },
    wayAdded: (at) => `Hinzugefügt ${date(at)}.`,
    takeBack: 'Entfernen',
    takeBackOf: (name) => `${name} entfernen`,
    takeBackQuestion: (name) =>
      `${name} entfernen? Damit lassen sich deine Chats nicht mehr öffnen, und sie bekommen neue Schlüssel.`,
    takenBack: (name) => `${name} öffnet deine Chats nicht mehr.`,
    only: {
      title: 'Nur meine Geräte',
      off: 'Aus: Ein neuer Browser, der sich anmeldet, öffnet deine Chats ohne zu fragen.',
      on: 'Ein: Der Schlüssel auf dem Rechner des Servers wird gelöscht. Ein neuer Browser braucht eines deiner Geräte, einen Passkey, die Passphrase oder den Wiederherstellungscode. Verlierst du sie alle, kann niemand deine Chats öffnen.',
      never:
        'Dieser Server behält keine Schlüssel. Verlierst du alle Geräte und den Wiederherstellungscode, kann niemand deine Chats öffnen.',
      question: (ways) =>
        `Den Schlüssel auf dem Rechner des Servers löschen? Dann öffnen sich deine Chats nur noch damit: ${list(ways)}. Der Server arbeitet an einem Chat nur, solange eines deiner Geräte verbunden ist oder bis sein Lauf endet.`,
      turnOn: 'Schlüssel löschen',
      backQuestion:
        'Dem Rechner des Servers wieder einen Schlüssel geben? Dann öffnet jeder Browser, der sich anmeldet, deine Chats, und wer diesen Rechner beherrscht, kann sie lesen.',
      turnOff: 'Schlüssel geben',
      turnedOn: 'Der Schlüssel auf dem Rechner des Servers wurde gelöscht.',
      turnedOff: 'Der Rechner des Servers hat wieder einen Schlüssel.',
      devices: (devices) => count(devices, { one: 'Gerät', other: 'Geräte' }),
      ways: { recovery: 'Wiederherstellungscode', passkey: 'Passkey', passphrase: 'Passphrase' },
    },
    link: {
      title: 'Gerät hinzufügen',
      making: 'Ein Link wird gemacht…',
      code: 'QR-Code des Links',
      steps: [
        'Richte die Kamera des Telefons auf diesen Code.',
        'Öffne den Link, den sie findet.',
        'Bestätige auf dem Telefon.',
      ],
      label: 'Keine Kamera? Öffne diesen Link auf dem anderen Gerät',
      copy: 'Kopieren',
      copied: 'Kopiert',
      warning: 'Wer diesen Link öffnet, bekommt deinen Schlüssel. Verschick ihn nicht per Mail oder Chat.',
      waiting: 'Warten auf dein Telefon…',
      left: (time) => `Gilt einmal, noch ${time}`,
      added: (name) => `${name} wurde hinzugefügt.`,
      refused: 'Das andere Gerät hat nicht darum gebeten. Der Link gilt nicht mehr.',
      ended: 'Der Link ist abgelaufen.',
      again: 'Neuer Link',
      close: 'Schließen',
    },
    join: {
      title: (name) =>
        name === ''
          ? 'Dieses Gerät deinem Konto hinzufügen?'
          : `Dieses Gerät dem Konto von ${name} hinzufügen?`,
      help: 'Dieses Gerät bekommt einen eigenen Schlüssel. Es kann dann jeden Chat lesen und entscheiden, was auf dich wartet.',
      server: 'Server',
      account: 'Konto',
      by: 'Angefragt von',
      owner: 'Eigentümer',
      name: 'Name dieses Geräts',
      add: 'Dieses Gerät hinzufügen',
      adding: 'Warten auf das andere Gerät…',
      refuse: 'Ich habe nicht darum gebeten',
      refused: 'Der Link gilt nicht mehr. Es wurde nichts hinzugefügt.',
      later: 'Du kannst ihm den Schlüssel später an jedem Gerät entziehen.',
      ended: 'Das andere Gerät hat nicht geantwortet. Mach dort einen neuen Link.',
    },
    give: {
      title: (name) => `${name} einen Schlüssel geben?`,
      help: 'Tu das nur, wenn du diesen Code gerade auf seinem Bildschirm siehst. Es kann dann jeden Chat lesen.',
      give: 'Schlüssel geben',
      no: 'Nein',
      given: (name) => `${name} hat jetzt einen Schlüssel.`,
      unknown: 'Kein Gerät deines Kontos bittet um diesen Schlüssel.',
    },
    locked: {
      title: 'Dieser Browser hat noch keinen Schlüssel',
      help: 'Bestätige an einem anderen Gerät, oder gib deinen Wiederherstellungscode ein. Bis dahin bleiben deine Chats versiegelt.',
      other: 'An einem anderen Gerät bestätigen',
      scan: 'Scanne das mit einem Gerät, das einen Schlüssel hat, und bestätige dort.',
      waiting: 'Warten auf einen Scan…',
      link: 'Keine Kamera? Öffne diesen Link auf dem anderen Gerät',
      code: 'QR-Code des Links für ein anderes Gerät',
      or: 'oder',
      enter: 'Wiederherstellungscode eingeben',
      group: (group) => `Gruppe ${group}`,
      hint: 'Vier Gruppen. Du kannst den ganzen Code auf einmal einfügen.',
      wrongGroups: (groups) =>
        `${plural(groups.length, { one: 'Gruppe', other: 'Gruppen' })} ${groups.join(', ')}: Da stimmt etwas nicht. Sieh noch einmal nach.`,
      open: 'Meine Chats öffnen',
      opening: 'Wird geöffnet…',
      passkey: 'Passkey verwenden',
      passphrase: 'Mit der Passphrase öffnen',
      signOut: 'Abmelden',
      neither: 'Ich habe beides nicht',
      neitherHelp:
        'Dann kann niemand diese Chats öffnen, auch nicht, wer den Server betreibt. Geht noch eines deiner Geräte, öffne dort Einstellungen, Privatsphäre und füge diesen Browser hinzu. Sonst bitte um ein neues Konto.',
    },
    fresh: {
      title: 'Sichere deinen Wiederherstellungscode',
      help: 'Dieser Server behält keine Schlüssel: Deine Chats öffnen sich nur auf deinen Geräten. Verlierst du sie alle, bringt dieser Code deine Chats zurück.',
    },
    keyless: {
      title: 'Dieser Browser kann keinen Schlüssel behalten',
      help: 'Deine Chats sind nur für deine Geräte verschlüsselt. Öffne die Seite über https oder unter localhost, in einem aktuellen Browser.',
    },
    chat: {
      title: 'Nach einem Absturz des Servers',
      open: 'Allein weitergehen',
      sealed: 'Auf ein Gerät von mir warten',
      help: 'Warten ist vertraulicher: Der Schlüssel eines offenen Laufs wird nie aufgeschrieben.',
      failed: 'Das konnte nicht gespeichert werden. Prüfe, ob der Server läuft, und versuche es erneut.',
    },
  },
};
