import { EditorView } from '@codemirror/view';

const TOUCH = '@media (pointer: coarse) or (max-width: 767px)';
const TEXT = 'var(--mr-text-13)';
const [ACCENT, OK, BAD] = ['var(--mr-accent)', 'var(--mr-ok)', 'var(--mr-bad)'] as const;
const mix = (colour: string, part: number): string => `color-mix(in srgb, ${colour} ${part}%, var(--mr-bg))`;
const field = {
  minHeight: '30px',
  padding: '0 10px',
  margin: '0',
  border: '1px solid var(--mr-line-2)',
  borderRadius: 'var(--mr-radius-6)',
  backgroundImage: 'none',
  font: TEXT,
  fontVariantLigatures: 'none',
  color: 'var(--mr-ink)',
};

/** A sign before a line that takes no room: changes are not shown by colour alone. */
const sign = (text: string, colour: string): Record<string, string> => ({
  content: `"${text}"`,
  display: 'inline-block',
  width: '14px',
  marginInlineStart: '-14px',
  color: colour,
});

/** The looks of a code in full screen, by the tokens of the page: they come through to where its own sheets do not. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--mr-bg)', color: 'var(--mr-ink)' },
  '&.cm-focused': { outline: 'none' },
  // Over the gutter, which would cut an outline; for people who use the keyboard.
  '&:has(.cm-content:focus-visible)::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    border: '2px solid var(--mr-accent)',
    pointerEvents: 'none',
  },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-scroller': {
    font: '400 13px / 20px var(--mr-font-mono)',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { padding: '16px 0' },
  '.cm-line': { padding: '0 20px 0 18px' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--mr-bg)', color: 'var(--mr-ink-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '48px', padding: '0 4px 0 20px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: mix(ACCENT, 22),
  },
  '.cm-cursorLayer': { display: 'none' },
  '.cm-searchMatch': { backgroundColor: mix(ACCENT, 14), outline: '1px solid var(--mr-accent)' },
  '.cm-searchMatch-selected': { backgroundColor: mix(ACCENT, 36) },

  '.cm-panels': { backgroundColor: 'var(--mr-bg-sunk)', color: 'var(--mr-ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--mr-line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px',
    alignItems: 'center',
    padding: '8px 52px 8px 20px',
    '& br': { display: 'none' },
    '& input, & button, & label': { margin: '0', fontVariantLigatures: 'none' },
    '& .cm-textfield': {
      ...field,
      borderColor: 'var(--mr-line-field)',
      backgroundColor: 'var(--mr-bg)',
      fontSize: '13px',
    },
    '& .cm-button': { ...field, backgroundColor: 'var(--mr-bg-raise)', cursor: 'pointer' },
    // Several selections make sense only for editing.
    '& [name=select]': { display: 'none' },
    '& .mr-find-count': { font: TEXT, fontVariantNumeric: 'tabular-nums', color: 'var(--mr-ink-2)' },
    '& label': { display: 'inline-flex', gap: '4px', alignItems: 'center', font: TEXT, fontSize: '13px' },
    '& [name=close]': {
      insetBlockStart: '8px',
      insetInlineEnd: '12px',
      width: '30px',
      height: '30px',
      borderRadius: 'var(--mr-radius-6)',
      fontSize: '18px',
      color: 'var(--mr-ink-2)',
      cursor: 'pointer',
    },
    '& :is(input, button):focus-visible': { outline: '2px solid var(--mr-accent)', outlineOffset: '1px' },
  },

  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { background: mix(OK, 12) },
  '&.cm-merge-b .cm-changedText, ins.cm-insertedLine': { background: mix(OK, 12), textDecoration: 'none' },
  '.cm-deletedChunk': {
    padding: '0 20px 0 18px',
    backgroundColor: mix(BAD, 10),
    '& del, & .cm-deletedLine': { textDecoration: 'none', background: 'none' },
    '& .cm-deletedLine::before': sign('−', BAD),
  },
  '&.cm-merge-b .cm-changedLine::before': sign('+', OK),
  '.mr-line-added': { background: mix(OK, 12) },
  '.mr-line-removed': { background: mix(BAD, 10) },
  '.mr-added-number': { background: mix(OK, 12) },
  '.mr-removed-number': { background: mix(BAD, 10) },

  [TOUCH]: {
    '.cm-search .cm-textfield, .cm-search .cm-button, .cm-search [name=close], .cm-search label': {
      minHeight: '44px',
    },
    // A smaller one would make the page zoom in.
    '.cm-panel.cm-search .cm-textfield': { fontSize: '16px' },
  },

  '.mr-code-keyword': { color: 'var(--mr-code-keyword)' },
  '.mr-code-name': { color: 'var(--mr-code-name)' },
  '.mr-code-string': { color: 'var(--mr-code-string)' },
  '.mr-code-number': { color: 'var(--mr-code-number)' },
  '.mr-code-comment': { color: 'var(--mr-ink-3)', fontStyle: 'italic' },
});
