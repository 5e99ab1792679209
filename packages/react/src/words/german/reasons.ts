import type { CallReason } from '@millrace/engine/message';
import type { reasonsWords } from '../reasons.ts';

const SCOPES = {
  user: 'Eine deiner Regeln',
  chat: 'Eine Regel dieses Chats',
  workspace: 'Eine Regel dieses Arbeitsbereichs',
} as const;

export const germanReasons: typeof reasonsWords = {
  callReason: (reason: CallReason): string => {
    switch (reason.code) {
      case 'unknown_tool':
        return 'Dieses Werkzeug gibt es hier nicht.';
      case 'tools_not_offered':
        return 'Das Modell sollte ohne Werkzeuge zusammenfassen.';
      case 'call_cut_off':
        return 'Die Nachricht des Modells endete mitten in diesem Aufruf.';
      case 'input_unreadable':
        return 'Die Eingabe des Modells war nicht lesbar.';
      case 'input_invalid':
        return 'Die Eingabe ist ungültig.';
      case 'edit_invalid':
        return 'Deine Eingabe ist ungültig.';
      case 'mode_forbids':
        return `Der Modus ${reason.mode} erlaubt dieses Werkzeug nicht.`;
      case 'denied_by_rule':
        return `${SCOPES[reason.scope]} verbietet das.`;
      case 'edit_denied_by_rule':
        return `${SCOPES[reason.scope]} verbietet diese Eingabe.`;
      case 'rejected':
        return 'Es wurde abgelehnt.';
      case 'loop_rejected':
        return 'Es wurde als Schleife abgelehnt.';
      case 'rerun_rejected':
        return 'Es wurde nicht noch einmal ausgeführt.';
      case 'expired':
        return 'Niemand hat rechtzeitig entschieden, deshalb wurde das nicht ausgeführt.';
      case 'rerun_expired':
        return 'Niemand hat rechtzeitig entschieden, ob es noch einmal ausgeführt wird.';
      case 'model_refused':
        return 'Das Modell wollte nicht weitermachen, deshalb wurde das nicht ausgeführt.';
      case 'message_instead':
        return 'Du hast stattdessen eine Nachricht geschrieben, deshalb wurde das nicht ausgeführt.';
      case 'run_stopped':
        return 'Die Antwort wurde gestoppt, bevor das ausgeführt wurde.';
      case 'stopped_midway':
        return 'Die Antwort wurde gestoppt, während das lief. Vielleicht wurde es ausgeführt.';
      case 'nothing_to_condense':
        return 'Es gab nichts Älteres zum Zusammenfassen.';
      case 'skipped':
        return `Du hast ${reason.tool} davor abgelehnt, deshalb wurde das nicht ausgeführt.`;
      case 'begun_too_often':
        return `Der Server wurde ${reason.times}-mal beendet, während das lief. Vielleicht wurde es ausgeführt.`;
      case 'timed_out':
        return 'Es dauerte zu lange und wurde gestoppt.';
    }
  },
};
