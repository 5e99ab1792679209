import type { problemWords } from '../problems.ts';
import type { stopsWords } from '../stops.ts';

export const germanStops: typeof stopsWords = {
  editMyMessage: 'Meine Nachricht bearbeiten',
  refusedNoReason: 'Es hat keinen Grund genannt.',
  stopOf: ({ reason, details }, hasText) => {
    switch (reason) {
      case 'max_tokens':
        return hasText
          ? { title: 'Die Antwort hat das Ausgabelimit des Modells erreicht.' }
          : {
              title: 'Das Modell hat sein Ausgabelimit erreicht, bevor es etwas gesagt hat.',
              help: 'Es hat alles fürs Nachdenken verbraucht. Frag nach weniger auf einmal oder verwende ein anderes Modell.',
            };
      case 'model_context_window_exceeded':
        return {
          title: hasText
            ? 'Die Antwort endete, weil das Kontextfenster des Modells voll war.'
            : 'Die Unterhaltung füllt das Kontextfenster des Modells, für eine Antwort war kein Platz.',
          help: '„Fortsetzen“ fasst die früheren Nachrichten zusammen. Ein neuer Chat hat mehr Platz.',
        };
      case 'refusal':
        return {
          title:
            details?.type === 'content_filter'
              ? 'Der Inhaltsfilter des Anbieters hat die Antwort gestoppt.'
              : 'Das Modell hat diese Antwort verweigert.',
          help: 'Bearbeite die Nachricht oder versuche ein anderes Modell. Diesen Zug sehen Modelle nicht mehr.',
        };
      case 'pause_turn':
        return { title: 'Das Modell hat pausiert, bevor es fertig war.' };
      case 'other':
        if (details?.type === 'malformed_call')
          return {
            title: 'Das Modell hat einen Werkzeugaufruf geschrieben, den sein Anbieter nicht lesen konnte.',
          };
        return details?.reason === undefined
          ? { title: 'Das Modell hat ohne Angabe von Gründen gestoppt.' }
          : { title: 'Das Modell hat gestoppt:', name: details.reason };
    }
  },
};

export const germanProblems: typeof problemWords = {
  problems: {
    unreachable: 'Der Server ist nicht erreichbar. Prüfe, ob er läuft, und versuche es erneut.',
    files_full:
      'Auf diesem Server ist kein Platz für weitere Dateien. Lösche Chats mit großen Dateien und versuche es erneut.',
    file_too_large: 'Diese Datei ist größer, als der Server annimmt. Sende eine kleinere.',
    no_file: 'Eine Datei ist nicht mehr auf dem Server. Entferne sie und hänge sie noch einmal an.',
    damaged_file: 'Diese Datei wurde in der Datenbank geändert oder beschädigt.',
    internal: 'Interner Fehler. Mehr steht im Protokoll des Servers.',
    broken_off: 'Die Verbindung ist abgebrochen. Versuche es erneut.',
    lost: 'Dieser Lauf endete, als der Server neu startete.',
    needs_person:
      'Das Modell hat dreimal hintereinander etwas falsch gemacht. Sag ihm, was es tun soll, oder versuche es erneut.',
    no_chat: 'Diesen Chat gibt es nicht mehr.',
    sheet_too_large:
      'Die Änderungen einer Tabelle dürfen höchstens 400.000 Zeichen haben. Lade die Tabelle herunter, um sie zu behalten.',
    too_many_versions: 'Diese Tabelle hat 100 Versionen. Schließe sie und bearbeite dann die neueste.',
    no_message: 'Diese Nachricht gibt es nicht mehr. Lade den Chat neu.',
    too_large: 'Eine Anfrage darf höchstens 1 MB groß sein.',
    bad_token:
      'Dieser Anmeldelink wurde schon verwendet oder ist zu alt. Führe „npx millrace link“ im Ordner des Servers aus und öffne den Link, den es ausgibt.',
    run_active: 'Eine Antwort wird noch geschrieben. Warte, bis sie fertig ist, oder stoppe sie zuerst.',
    busy: 'Dort läuft gerade etwas anderes. Versuche es gleich noch einmal.',
    no_checkpoints: 'Dieser Server hat keine Sicherungspunkte. Geh nur in der Unterhaltung zurück.',
    already_undone: 'Das wurde schon zurückgenommen. Geh noch einmal zurück, wenn du es willst.',
    not_continuable:
      'Diese Antwort kann nicht weitergehen: Sie ist fertig, oder es folgt eine Nachricht. Schick stattdessen eine Nachricht.',
    already_reverted: 'Das wurde schon rückgängig gemacht.',
    not_revertible: 'Das lässt sich nicht einzeln rückgängig machen. Geh zu einem Sicherungspunkt zurück.',
    already_decided: 'Darüber wurde schon entschieden. Die erste Entscheidung gilt.',
    no_project: 'Dieses Projekt gibt es nicht mehr.',
    too_many: 'Es gibt schon zu viele. Lösche zuerst eines.',
    bad_workspace: 'Das ist kein Ordner im Arbeitsbereich des Servers. Gib einen ein, zum Beispiel docs.',
    unknown_model: 'Der Server hat dieses Modell nicht mehr. Wähle ein anderes.',
    unreadable_project:
      'Das Projekt dieses Chats ist nicht lesbar: Seine Daten wurden verändert oder beschädigt. Verschiebe den Chat in ein anderes Projekt oder heraus.',
    no_folder:
      'Der Ordner, in dem das Projekt dieses Chats arbeitet, ist nicht im Arbeitsbereich. Lege ihn an oder wähle im Projekt einen anderen.',
    args_changed: 'Der Aufruf hat inzwischen andere Argumente. Sieh sie dir an und entscheide dann.',
  },
};
