import { formatOf } from './format.ts';

const { number, plural, count, list } = formatOf('en');
const ITEM = { one: 'item', other: 'items' };
const LINE = { one: 'line', other: 'lines' };
const CHARACTER = { one: 'character', other: 'characters' };

const WRONG_TYPE: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  integer: 'Enter a whole number.',
  boolean: 'Enter true or false.',
  array: 'Enter a list.',
  object: 'Enter a JSON object: { … }.',
};

/** The words of this part of the screen. */
export const approvalWords = {
  alwaysAllow: 'Always allow',
  tooSoon: 'This just appeared. Read it, then press again.',
  place: (place: number, all: number) => `${number(place)} of ${number(all)}`,
  approveAll: (calls: number) => `Approve all ${number(calls)}`,
  decidedAlone: 'You decide each action separately',
  destroys: 'This destroys data. It can’t be undone.',
  allArguments: 'All arguments',
  changedAloud: (added: number, removed: number) =>
    `${count(added, LINE)} added, ${count(removed, LINE)} removed`,
  changeOf: (path: string) => `Changes to ${path}`,
  staleChange: 'The change above is what the model asked for, without your edits.',
  showJson: 'Show JSON',
  showForm: 'Show form',
  fixJson: 'Fix the JSON before you go back to the form.',
  moreFields: (fields: number) => count(fields, { one: 'more field', other: 'more fields' }),
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  onePerLine: 'One per line',
  sentAs: (text: string) => `Sent as ${text}`,
  readsAs: 'With hidden characters shown:',
  addEmail: 'Add an address',
  removeEmail: (email: string) => `Remove ${email}`,
  emailsOf: (label: string) => `${label}: addresses`,
  isRequired: 'This is required.',
  requiredMark: 'required',
  tooShort: (least: number) => `At least ${count(least, CHARACTER)}.`,
  tooLong: (most: number) => `At most ${count(most, CHARACTER)}.`,
  tooSmall: (least: number) => `At least ${number(least)}.`,
  tooLarge: (most: number) => `At most ${number(most)}.`,
  notAbove: (bound: number) => `More than ${number(bound)}.`,
  notBelow: (bound: number) => `Less than ${number(bound)}.`,
  tooFew: (least: number) => `At least ${count(least, ITEM)}.`,
  tooMany: (most: number) => `At most ${count(most, ITEM)}.`,
  noEmail: 'Enter an email address, such as ann@example.com.',
  noDateTime: 'Enter a date and a time, such as 2026-01-31T09:30:00Z.',
  noDate: 'Enter a date, such as 2026-01-31.',
  noUrl: 'Enter an address, such as https://example.com.',
  noJson: 'This is not valid JSON yet.',
  notAChoice: (choices: string) => `Choose one of these: ${choices}.`,
  inside: (where: string, what: string) => `${where}: ${what}`,
  wrongType: WRONG_TYPE,
  wrongTypeOf: (types: string) => `This must be: ${types}.`,
  fieldsToFix: (labels: readonly string[]) =>
    `${count(labels.length, { one: 'field needs', other: 'fields need' })} fixing: ${list(labels)}.`,
  sendAnswer: 'Send answer',
  decline: 'Decline',
  stuck: 'It may be stuck',
  stuckIdentical: (times: number, same: boolean) =>
    `same call ${plural(times, { one: 'once', other: `${number(times)} times` })}${same ? ', same result' : ''}`,
  stuckCycle: (calls: number, rounds: number) =>
    `the same ${number(calls)} calls in turn, ${number(rounds)} times`,
  stuckResults: (times: number) => `${number(times)} calls with different input, same result`,
  failedEachTime: (what: string) => `Failed each time with “${what.replace(/\.$/, '')}”.`,
  tokensSoFar: (tokens: number) => `${number(tokens)} tokens used on this so far.`,
  tellIt: 'Tell it what to try…',
  tellItField: 'What should it try instead?',
  stopAndSend: 'Stop and send',
  tryOnce: 'Try once more',
  stopHere: 'Stop here',
  decidedFrom: (what: string, device: string) => `${what} from ${device}`,
  hideSheet: 'Decide later',
  decideHere: 'Decide now',
  editTitle: (title: string) => `Edit: ${title}`,
  closePanel: 'Close',
  saveChanges: 'Save changes',
};
