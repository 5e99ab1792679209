import { createElement as h, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

/** A page that opens a sheet as the app does: the view is loaded when it is asked for. `?table=` says which one. */
const SheetView = lazy(async () => ({
  default: (await import('../../../packages/react/src/embeds/sheet/sheet-view.tsx')).SheetView,
}));

const CHURN = [
  ['Plan', 'Month', 'Start', 'New', 'Lost', 'Churn', 'Δ vs Q2', 'Note'],
  ['Free', 'Jul', '17,902', '1,410', '812', '4.5%', '+1.9', ''],
  ['Free', 'Aug', '18,500', '1,288', '848', '4.6%', '+2.0', 'Trial cut to 7 days'],
  ['Free', 'Sep', '18,940', '1,104', '711', '=E4/C4', '+1.1', ''],
  ['Pro', 'Jul', '6,390', '180', '96', '1.5%', '0.0', ''],
  ['Pro', 'Aug', '6,474', '165', '98', '1.5%', '+0.1', ''],
  ['Pro', 'Sep', '6,541', '158', '93', '1.4%', '−0.1', ''],
  ['Team', 'Jul', '1,880', '31', '14', '0.7%', '0.0', ''],
  ['Team', 'Aug', '1,897', '26', '13', '0.7%', '0.0', ''],
  ['Team', 'Sep', '1,910', '22', '14', '0.7%', '0.0', ''],
];

const TABLES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  churn: CHURN,
  plain: [
    ['Name', 'Text', 'n'],
    ['tab\there', 'two\nlines', '1'],
    ['"quoted"', '<b>&', '-2'],
    ['@user', '- dash', '3'],
  ],
  formulas: [
    ['A', 'B', 'C'],
    ['1', '=A2/0', '=C2'],
    ['2', '=A2+A3', '=SEQUENCE(1048576,16384)'],
    ['3', '=SUM(A:A)', '=FOO(1)'],
  ],
  huge: Array.from({ length: 10_000 }, (_, row) =>
    Array.from({ length: 50 }, (_, column) => (row === 0 ? `Name ${column}` : String(row * 50 + column))),
  ),
};

const grid = TABLES[new URLSearchParams(location.search).get('table') ?? 'churn'] ?? [];

/** The values that the sheet reported last, for the tests to read. */
declare global {
  var asked: unknown;
  var table: unknown;
}
globalThis.table = grid;

createRoot(document.querySelector('#root') ?? document.body).render(
  h(
    'main',
    null,
    h('h1', { className: 'mr-sr-only' }, 'A sheet'),
    h(
      Suspense,
      null,
      h(SheetView, {
        attrs: {
          id: 'm:0',
          type: 'sheet',
          status: 'finished',
          contentRef: 'cid:sha256:0',
          title: 'Churn by plan, Q3',
        },
        grid,
        onAsk: (selection) => {
          globalThis.asked = selection;
        },
      }),
    ),
  ),
);
