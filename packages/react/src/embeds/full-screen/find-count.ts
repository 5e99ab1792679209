import { getSearchQuery, type SearchQuery, searchPanelOpen } from '@codemirror/search';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Words } from '../../words/words-context.ts';

/** More matches are not counted one by one. */
const MOST_MATCHES = 10_000;

type Match = readonly [from: number, to: number];

/** The matches of a query, at most one more than are counted. Pure. */
function matchesOf(state: EditorState, query: SearchQuery): readonly Match[] {
  if (!query.valid || query.search === '') return [];
  const found: Match[] = [];
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done && found.length <= MOST_MATCHES; next = cursor.next())
    found.push([next.value.from, next.value.to]);
  return found;
}

/** "3 of 14" where a match is selected, "14 matches" where none is. Pure. */
function findWords(strings: Words, matches: readonly Match[], selected: Match): string {
  const place = matches.findIndex(([from, to]) => from === selected[0] && to === selected[1]);
  if (matches.length > MOST_MATCHES) return strings.manyMatches(MOST_MATCHES);
  return place < 0 ? strings.matches(matches.length) : strings.placeOf(place + 1, matches.length);
}

/** Tells in the search how many matches there are, and which of them is selected. */
export function findCount(strings: Words): Extension {
  return ViewPlugin.define((view) => new Counter(view, strings));
}

class Counter implements PluginValue {
  private readonly element = document.createElement('span');
  private query: SearchQuery | undefined;
  private matches: readonly Match[] = [];
  private readonly view: EditorView;
  private readonly strings: Words;

  constructor(view: EditorView, strings: Words) {
    [this.view, this.strings] = [view, strings];
    this.element.className = 'mr-find-count';
    this.element.setAttribute('role', 'status');
  }

  update({ state, docChanged }: ViewUpdate): void {
    if (!searchPanelOpen(state)) {
      this.query = undefined;
      return;
    }
    const query = getSearchQuery(state);
    if (docChanged || this.query?.eq(query) !== true) this.matches = matchesOf(state, query);
    this.query = query;
    const { from, to } = state.selection.main;
    this.element.textContent = query.search === '' ? '' : findWords(this.strings, this.matches, [from, to]);
    // The panel is put there after this update.
    queueMicrotask(() => this.place());
  }

  destroy(): void {
    this.element.remove();
  }

  private place(): void {
    const panel = this.view.dom.querySelector('.cm-search');
    if (panel === null || this.element.parentElement === panel) return;
    panel.querySelector('[name=search]')?.after(this.element);
  }
}
