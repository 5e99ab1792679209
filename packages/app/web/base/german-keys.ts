import { formatOf } from '@millrace/react';
import type { keyWords } from './key-words.ts';

const { ago, count, date } = formatOf('de');

const MINUTE_S = 60;

/** The words about passkeys, passphrases and confirmations, in German. */
export const germanKeys: typeof keyWords = {
  keys: {
    signInTo: 'Bei Millrace anmelden',
    passkey: 'Passkey verwenden',
    waiting: 'Warten auf dein Gerät…',
    orPassphrase: 'oder mit einer Passphrase',
    or: 'oder',
    anotherWay: 'Anders anmelden',
    name: 'Anmeldename',
    passphrase: 'Passphrase',
    show: 'Passphrase anzeigen',
    signIn: 'Anmelden',
    signingIn: 'Anmeldung läuft…',
    incomplete: 'Gib deinen Anmeldenamen und deine Passphrase ein.',
    link: 'oder mit einem Einmal-Link',
    linkHelp:
      'Im Ordner des Servers gibt das hier einen aus. Wenn jemand anderes ihn betreibt, frag dort nach.',
    noAccount: 'Noch kein Konto? Bitte die Person, die diesen Server betreibt, um eine Einladung.',
    ipHelp: 'An einer IP-Adresse gibt es keine Passkeys.',
    openAt: (address) => `${address} öffnen`,
    insecureHelp: 'Passkeys und Passphrasen brauchen https. Hier meldet dich nur ein Einmal-Link an.',
    problems: {
      wrong_passphrase: 'Der Anmeldename oder die Passphrase ist falsch.',
      bad_passkey: 'Dieser Passkey meldet dich hier nicht an. Versuche einen anderen oder einen anderen Weg.',
      no_passkeys_here:
        'An dieser Adresse gibt es keine Passkeys. Öffne den Server unter localhost oder unter einer Domain.',
      passkey_known: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
      name_taken: 'Jemand anderes meldet sich mit diesem Namen an. Wähle einen anderen.',
      too_many: 'Mehr Passkeys kannst du nicht haben. Entferne zuerst einen.',
      bad_token: 'Dieser Link wurde schon verwendet, ist abgelaufen oder gehört zu einem anderen Konto.',
      stale_link:
        'Dieser Link kommt von einem Gerät, das länger nicht bestätigt wurde. Nimm einen, den der Befehl ausgibt.',
    },
    cancelled: 'Dein Gerät hat nicht geantwortet. Versuche es erneut oder nimm einen anderen Weg.',
    failed: 'Das ist nicht gelungen. Prüfe, ob der Server läuft, und versuche es erneut.',
    tooOften: (seconds) =>
      `Zu viele falsche Anmeldungen. Versuche es ${
        seconds < 2 * MINUTE_S
          ? `in ${count(seconds, { one: 'Sekunde', other: 'Sekunden' })}`
          : ago(-Math.ceil(seconds / MINUTE_S), 'minute')
      } erneut. Ein Passkey oder ein neuer Link geht sofort.`,
    confirm: {
      title: 'Bestätige, dass du es bist',
      help: 'Bevor sich ändert, wer sich anmelden kann, will der Server wissen, dass du es noch bist.',
      withLink: 'Stattdessen einen neuen Anmeldelink verwenden',
      link: 'Anmeldelink',
      linkHelp:
        'Führe das im Ordner des Servers aus, oder bitte die Person, die ihn betreibt, um einen Link:',
      submit: 'Bestätigen',
      confirming: 'Bestätigung läuft…',
      incomplete: 'Füge einen neuen Anmeldelink ein.',
      incompletePassphrase: 'Gib deine Passphrase ein.',
    },
    settings: {
      title: 'Passkeys und Passphrase',
      help: 'Mit einem Passkey oder einer Passphrase meldest du dich ohne Link an.',
      passkeys: 'Passkeys',
      none: 'Du hast noch keinen Passkey.',
      add: 'Passkey hinzufügen',
      added: (name) => `Der Passkey ${name} wurde hinzugefügt.`,
      since: (at) => `Hinzugefügt ${date(at)}`,
      used: (when) => `Zuletzt verwendet: ${when}`,
      unused: 'Noch nicht verwendet',
      elsewhere: (host) => `Gilt für ${host}`,
      rename: 'Umbenennen',
      renameOf: (name) => `${name} umbenennen`,
      newName: (name) => `Neuer Name von ${name}`,
      renamed: (name) => `Der Passkey heißt jetzt ${name}.`,
      remove: 'Entfernen',
      removeOf: (name) => `${name} entfernen`,
      removeQuestion: (name) =>
        `${name} entfernen? Er meldet dich dann nicht mehr an. Auf deinem Gerät bleibt er, bis du ihn dort löschst.`,
      removed: (name) => `${name} wurde entfernt.`,
      ip: 'An einer IP-Adresse gibt es keine Passkeys. Öffne diese Seite unter einem Namen; du bist auch dort angemeldet.',
      ipElsewhere:
        'An einer IP-Adresse gibt es keine Passkeys. Öffne diese Seite unter einer Domain, über https.',
      insecure: 'Passkeys und Passphrasen brauchen https, oder die Adresse localhost auf diesem Rechner.',
      noBrowser: 'Dieser Browser hat keine Passkeys.',
      passphrase: 'Passphrase',
      passphraseNone: 'Du hast noch keine Passphrase.',
      passphraseSet: (name) => `Du kannst dich als ${name} anmelden.`,
      set: 'Passphrase festlegen',
      change: 'Ändern',
      removePassphrase: 'Passphrase entfernen',
      removePassphraseQuestion: 'Passphrase entfernen? Sie meldet dich dann nicht mehr an.',
      passphraseSaved: 'Die Passphrase wurde gespeichert.',
      passphraseRemoved: 'Die Passphrase wurde entfernt.',
      nameHelp: 'Mit diesem Namen meldest du dich an. Keine Seite zeigt ihn anderen.',
      newPassphrase: 'Neue Passphrase',
      save: 'Passphrase speichern',
      saving: 'Wird gespeichert…',
      noName: 'Gib einen Anmeldenamen ein.',
      tooShort: (least) =>
        `Eine Passphrase braucht mindestens ${count(least, { one: 'Zeichen', other: 'Zeichen' })}.`,
      strength: {
        short: (missing) =>
          `Noch ${count(missing, { one: 'Zeichen', other: 'Zeichen' })}. Vier oder fünf zufällige Wörter sind eine gute Passphrase.`,
        weak: 'Leicht zu erraten: Sie wiederholt sich oder ist vor allem dein Name.',
        fair: 'Gut. Mit einem Wort mehr ist sie viel schwerer zu erraten.',
        strong: 'Schwer zu erraten.',
      },
      loadFailed:
        'Das konnte nicht geladen werden. Prüfe, ob der Server läuft, und öffne die Einstellungen erneut.',
      failed: 'Das ist nicht gelungen. Prüfe, ob der Server läuft, und versuche es erneut.',
    },
    offer: {
      title: 'Wie willst du dich anmelden?',
      help: 'Du bist mit einem Link gekommen, der einmal gilt. Mit einem Passkey oder einer Passphrase kommst du ohne neuen Link zurück.',
      later: 'Jetzt nicht',
      laterHelp: 'Du findest das später in den Einstellungen.',
      done: 'Zu den Chats',
    },
  },
};
