/** A longer sentence is no announcement. */
const LONGEST = 400;

const OPENERS = 'ok|okay|sure|great|good|perfect|alright|so|and|now|next|first|then|finally';
const ACTS =
  'add|analy[sz]e|apply|begin|build|call|change|check|continue|create|define|delete|edit|examine|execute|explore|find|fix|grep|implement|inspect|install|investigate|list|locate|look|make|modify|move|open|proceed|read|refactor|remove|rename|replace|review|rewrite|run|scan|search|see|set up|start|test|try|update|use|verify|view|write';
const FILLERS = 'now|next|first|then|also|just|quickly|go ahead and|start by|begin by|continue by';

/** "Next, I'll run the tests." */
const ENGLISH = new RegExp(
  `^(?:(?:${OPENERS})[,.!]? )*(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i['’]m about to)(?: (?:${FILLERS}))*(?: (?:${ACTS}))(?:ing)?\\b`,
  'iu',
);

/** "Ich lese jetzt die Datei.", "Als Nächstes prüfe ich die Tests." */
const GERMAN = [
  /^(?:(?:ok|okay|gut|alles klar)[,.!]? )?ich (?:werde|lese|prüfe|suche|schreibe|ändere|starte|öffne|teste|schaue|sehe|erstelle|ergänze|führe|lasse) (?:mir )?(?:jetzt|nun|zuerst|zunächst|als nächstes|dann)\b/iu,
  /^(?:jetzt|nun|zuerst|zunächst|als nächstes|dann) (?:werde|lese|prüfe|suche|schreibe|ändere|starte|öffne|teste|schaue|sehe|erstelle|ergänze|führe|lasse) ich\b/iu,
  /^(?:lass|lassen sie) (?:mich|uns)\b/iu,
];

/** The step depends on the person, so it is theirs to answer. */
const ON_THE_PERSON =
  /\b(?:if|once|when|after|until|unless|whenever) you\b|\b(?:wenn|sobald|falls) (?:du|sie)\b/iu;

/**
 * Tells whether a text ends with a step that it only announces: "Let me run the tests.", or a colon with nothing after it.
 * Anything else is an answer. Pure.
 */
export function announces(text: string): boolean {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const last = sentencesOf(line.replaceAll(/[*_`]+/gu, '')).at(-1) ?? '';
  if (last === '' || last.length > LONGEST) return false;
  if (last.endsWith(':')) return true;
  if (last.endsWith('?') || ON_THE_PERSON.test(last)) return false;
  return ENGLISH.test(last) || GERMAN.some((form) => form.test(last));
}

function sentencesOf(line: string): readonly string[] {
  return line
    .split(/(?<=[.!?…:]) /u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
