interface Suite {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly Suite[];
}

export function flakyTests(report: Suite): string[];
export function closingLines(total: {
  readonly passed: number;
  readonly failed: number;
  readonly flaky: readonly string[];
}): string[];
