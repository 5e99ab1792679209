// The tests that passed only at the second try, told by name: a run that needed luck says so.

/** Their names, from the JSON report of Playwright. Pure. */
export function flakyTests({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.some(({ status }) => status === 'flaky') ? [`${file}: ${title}`] : [],
    ),
    ...flakyTests(suite),
  ]);
}

/** The last lines of `npm test`. Pure. */
export function closingLines({ passed, failed, flaky }) {
  return [
    `flaky: ${flaky.length}`,
    ...flaky.map((name) => `  ${name}`),
    `${passed} passed, ${failed} failed`,
  ];
}
