import { formatOf } from '@millrace/react';
import type { peopleWords } from './people-words.ts';

const { ago, count, date, list } = formatOf('de');

const HOUR_MS = 60 * 60 * 1000;

/** The words about accounts, devices and invitations, in German. */
export const germanPeople: typeof peopleWords = {
  invitation: {
    title: 'Du bist eingeladen',
    as: {
      member: 'Du bist als Mitglied auf diesen Millrace-Server eingeladen.',
      admin: 'Du bist als Admin auf diesen Millrace-Server eingeladen.',
    },
    help: 'Keine Seite zeigt deine Chats anderen Personen hier.',
    name: 'Dein Name',
    join: 'Beitreten',
    joining: 'Beitritt läuft…',
    noName: 'Gib deinen Namen ein und tritt dann bei.',
    gone: 'Diese Einladung wurde verwendet, zurückgenommen oder ist abgelaufen. Bitte die Person, die sie geschickt hat, um eine neue.',
  },
  switching: {
    title: 'Zu einem anderen Konto wechseln?',
    says: (here: string, other: string) => `Angemeldet: ${here}. Der Link gehört zum Konto: ${other}.`,
    help: 'Wechsle nur, wenn der Link von dir ist. Wer ihn erstellt hat, kann lesen, was in jenem Konto geschrieben wird. Entwürfe in diesem Browser werden gelöscht.',
    owner: 'Inhaber',
    stay: 'Bleiben',
    change: 'Konto wechseln',
  },
  othersServer:
    'Wenn jemand anderes diesen Server betreibt, frag dort nach: Dort ist zu sehen, ob dein Konto gesperrt ist.',
  account: {
    intro: 'Wie du auf diesem Server heißt und wo du angemeldet bist.',
    name: 'Dein Name',
    help: 'Inhaber und Admins dieses Servers sehen ihn.',
    saved: 'Dein Name wurde gespeichert.',
    empty: 'Gib einen Namen ein und speichere dann.',
    failed: 'Dein Name konnte nicht gespeichert werden. Prüfe, ob der Server läuft, und versuche es erneut.',
  },
  devices: {
    title: 'Geräte',
    help: 'Hier ist dein Konto angemeldet. Ein Gerät, das du abmeldest, muss sich neu anmelden.',
    none: 'Kein anderes Gerät ist angemeldet.',
    here: 'Dieses Gerät',
    lastHere: (when) => `Zuletzt hier: ${when}`,
    signOutHere: 'Dieses Gerät abmelden',
    since: (at) => `Angemeldet seit ${date(at)}`,
    signOut: 'Abmelden',
    signOutOf: (name) => `${name} abmelden`,
    hereQuestion:
      'Dieses Gerät abmelden? Deine Chats bleiben auf dem Server. Für die Rückkehr meldest du dich neu an, mit Passkey, Passphrase oder einem neuen Link.',
    question: (name) => `${name} abmelden? Die Seite dort schließt sofort.`,
    others: 'Alle anderen Geräte abmelden',
    othersQuestion: 'Alle anderen Geräte abmelden? Die Seiten dort schließen sofort.',
    signedOut: (name) => `${name} wurde abgemeldet.`,
    othersSignedOut: 'Alle anderen Geräte wurden abgemeldet.',
    loadFailed:
      'Die Geräte konnten nicht geladen werden. Prüfe, ob der Server läuft, und öffne die Einstellungen erneut.',
    failed: 'Das ist nicht gelungen. Prüfe, ob der Server läuft, und versuche es erneut.',
  },
  people: {
    help: 'Alle, die diesen Server nutzen können. Keine Seite zeigt dir die Chats einer anderen Person.',
    you: '(du)',
    unnamed: 'Noch kein Name',
    roles: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied' },
    roleOf: (name) => `Rolle von ${name}`,
    since: (at) => `Hier seit ${date(at)}`,
    suspended: 'Gesperrt',
    suspendedHelp: 'Überall abgemeldet',
    suspend: 'Sperren',
    suspendPerson: (name) => `${name} sperren`,
    restore: 'Entsperren',
    restorePerson: (name) => `${name} entsperren`,
    remove: 'Entfernen',
    removePerson: (name) => `${name} entfernen`,
    removeQuestion: (name) =>
      `Entfernt ${name} mit allen Chats und Dateien von hier. Das lässt sich nicht rückgängig machen.`,
    anyone: 'Alle mit dem Link',
    unused: 'Link noch nicht verwendet',
    expires: (at, now) => {
      const hours = Math.max(1, Math.round((at - now) / HOUR_MS));
      return `Läuft ab ${hours < 48 ? ago(-hours, 'hour') : ago(-Math.round(hours / 24), 'day')}`;
    },
    takeBack: 'Zurücknehmen',
    takeBackFrom: (name) => `Einladung zurücknehmen: ${name}`,
    count: (people, invitations) =>
      list([
        count(people, { one: 'Person', other: 'Personen' }),
        ...(invitations === 0 ? [] : [count(invitations, { one: 'Einladung', other: 'Einladungen' })]),
      ]),
    did: {
      role: (name, role) => `Die Rolle von ${name} ist jetzt ${role}.`,
      suspended: (name) => `${name} wurde gesperrt und überall abgemeldet.`,
      restored: (name) => `${name} wurde entsperrt.`,
      removed: (name) => `${name} wurde entfernt.`,
      takenBack: 'Die Einladung wurde zurückgenommen.',
      invited: 'Der Link ist fertig.',
    },
    loadFailed:
      'Die Personen konnten nicht geladen werden. Prüfe, ob der Server läuft, und öffne die Einstellungen erneut.',
    failed: 'Das ist nicht gelungen. Prüfe, ob der Server läuft, und versuche es erneut.',
  },
  invite: {
    open: 'Einladen',
    title: 'Eine Person einladen',
    whom: 'Für wen',
    whomHint: 'Name, wenn du magst',
    role: 'Rolle',
    hours: 'Gilt für',
    days: (days) => count(days, { one: 'Tag', other: 'Tage' }),
    create: 'Link erstellen',
    label: 'Link',
    copy: 'Kopieren',
    copied: 'Der Link wurde kopiert.',
    copyFailed:
      'Der Browser hat das Kopieren nicht erlaubt. Der Link ist markiert: Kopiere ihn mit der Tastatur.',
    once: 'Der Link wird nur jetzt gezeigt. Er gilt einmal.',
    tooMany: 'Es gibt zu viele offene Einladungen. Nimm zuerst eine zurück.',
  },
  tokens: {
    help: 'Mit einem Token nutzt ein Programm diesen Server in deinem Namen, ohne Browser und so weit, wie du es erlaubst.',
    never: 'Kein Token kann Tokens und Geräte sehen oder ändern oder Anmeldelinks erstellen.',
    none: 'Noch hat kein Programm ein Token.',
    count: (tokens) => count(tokens, { one: 'Token', other: 'Tokens' }),
    unused: 'Nie verwendet',
    lastUsed: (when) => `Zuletzt verwendet: ${when}`,
    endless: 'Läuft nie ab',
    expired: 'Abgelaufen',
    revoke: 'Widerrufen',
    revokeToken: (name) => `${name} widerrufen`,
    question: (name) =>
      `${name} widerrufen? Programme, die das Token verwenden, werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.`,
    remove: 'Entfernen',
    removeToken: (name) => `${name} entfernen`,
    removeQuestion: (name) =>
      `${name} aus der Liste entfernen? Das Token ist abgelaufen und gilt nicht mehr.`,
    revoked: (name) => `${name} wurde widerrufen.`,
    loadFailed:
      'Die Tokens konnten nicht geladen werden. Prüfe, ob der Server läuft, und öffne die Einstellungen erneut.',
    failed: 'Das ist nicht gelungen. Prüfe, ob der Server läuft, und versuche es erneut.',
  },
  newToken: {
    open: 'Neues Token',
    title: 'Neues Token',
    made: 'Dein neues Token',
    name: 'Name',
    nameHint: 'Für welches Programm',
    life: 'Gilt für',
    days: (days) => count(days, { one: 'Tag', other: 'Tage' }),
    endless: 'Ohne Ende',
    scopes: 'Was es darf',
    scope: { read: 'Lesen', chat: 'Chatten', decide: 'Entscheiden', admin: 'Verwalten' },
    mayDo: {
      read: 'Deine Chats lesen, Antworten beim Entstehen verfolgen und Modelle auflisten.',
      chat: 'Nachrichten senden, Chats beginnen, ändern und löschen.',
      decide: 'Genehmigen oder ablehnen, wonach eine Antwort fragt, auch mit „Immer erlauben“.',
      admin: 'Einstellungen, Regeln, Erinnerungen, Anbieter, MCP-Server und Personen ändern.',
    },
    memberAdmin: 'Deine Einstellungen, Regeln und Erinnerungen ändern.',
    create: 'Token erstellen',
    noName: 'Gib einen Namen ein und erstelle dann das Token.',
    noScope: 'Wähle mindestens eine Sache, die es darf.',
    tooMany: 'Du hast zu viele Tokens. Widerrufe zuerst eines.',
    failed: 'Das Token konnte nicht erstellt werden. Prüfe, ob der Server läuft, und versuche es erneut.',
    label: 'Token',
    copy: 'Kopieren',
    copied: 'Das Token wurde kopiert.',
    copyFailed:
      'Der Browser hat das Kopieren nicht erlaubt. Das Token ist markiert: Kopiere es mit der Tastatur.',
    once: 'Kopiere es jetzt: Es wird nur dieses eine Mal gezeigt.',
    warning:
      'Wer es hat, kann in deinem Namen tun, was du erlaubt hast: Bewahre es wie ein Passwort auf. Programme senden es im Header „Authorization: Bearer …“.',
    done: 'Fertig',
  },
};
