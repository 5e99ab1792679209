/** Verbs that a title may begin with: what is being done, and what was done. */
const VERBS: ReadonlyMap<string, readonly [doing: string, did: string]> = new Map([
  ['Add', ['Adding', 'Added']],
  ['Ask', ['Asking', 'Asked']],
  ['Build', ['Building', 'Built']],
  ['Call', ['Calling', 'Called']],
  ['Change', ['Changing', 'Changed']],
  ['Check', ['Checking', 'Checked']],
  ['Condense', ['Condensing', 'Condensed']],
  ['Create', ['Creating', 'Created']],
  ['Delegate', ['Delegating', 'Delegated']],
  ['Delete', ['Deleting', 'Deleted']],
  ['Edit', ['Editing', 'Edited']],
  ['Execute', ['Executing', 'Executed']],
  ['Fetch', ['Fetching', 'Fetched']],
  ['Find', ['Finding', 'Found']],
  ['Get', ['Getting', 'Got']],
  ['Insert', ['Inserting', 'Inserted']],
  ['List', ['Listing', 'Listed']],
  ['Look', ['Looking', 'Looked']],
  ['Make', ['Making', 'Made']],
  ['Move', ['Moving', 'Moved']],
  ['Open', ['Opening', 'Opened']],
  ['Plan', ['Planning', 'Planned']],
  ['Post', ['Posting', 'Posted']],
  ['Query', ['Querying', 'Queried']],
  ['Read', ['Reading', 'Read']],
  ['Remove', ['Removing', 'Removed']],
  ['Replace', ['Replacing', 'Replaced']],
  ['Report', ['Reporting', 'Reported']],
  ['Run', ['Running', 'Ran']],
  ['Search', ['Searching', 'Searched']],
  ['Send', ['Sending', 'Sent']],
  ['Switch', ['Switching', 'Switched']],
  ['Update', ['Updating', 'Updated']],
  ['Use', ['Using', 'Used']],
  ['Write', ['Writing', 'Wrote']],
]);

/** A title as a tool says it ("Read a.ts"), for a call that runs or is over ("Reading a.ts"). Others stay as they are. Pure. */
export function inTense(title: string, tense: 'plain' | 'doing' | 'did'): string {
  const verb = /^\p{L}+(?=\s|:|$)/u.exec(title)?.[0] ?? '';
  const forms = VERBS.get(verb);
  if (forms === undefined || tense === 'plain') return title;
  return `${forms[tense === 'doing' ? 0 : 1]}${title.slice(verb.length)}`;
}
