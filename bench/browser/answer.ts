const SECTION = `## What the numbers say about week %

Churn fell in **every** plan but one. The *Team* plan lost \`41\` of 1,904 accounts, which is [2.2 %](https://example.org/churn "Report") and less than in the weeks before; most of those who left had never come back after the first day.

1. Free loses the most, and loses them early.
2. Pro is steady:
   - new accounts stay for 11 months,
   - old ones for 26.

> Look at the first week before you look at the price.

So I would start with the _first week_, and leave the price alone. The rest of this section says why, in words that are **not** very short, because answers are not.

`;

const FENCE_LINE =
  "export const churn% = (lost: number, start: number): number => lost / start; // 'gross', in parts\n";
const TABLE_ROW = '| Free % | 18240 | 1288 | 2371 | 13.0% |\n';

/** About 100 KB of an answer as models write them: prose, lists and quotes, a table of 40 rows and code of 200 lines. */
export function longAnswer(): string {
  const times = (text: string, count: number): string =>
    Array.from({ length: count }, (_, i) => text.replaceAll('%', String(i + 1))).join('');
  const table = `| plan | start | new | lost | churn |\n| :--- | ---: | ---: | ---: | ---: |\n${times(TABLE_ROW, 40)}\n`;
  const code = `\`\`\`ts\n${times(FENCE_LINE, 200)}\`\`\`\n\n`;
  return times(SECTION, 60) + table + times(SECTION, 30) + code + times(SECTION, 30);
}
