import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, finished, send, signIn } from './app.ts';
import { look } from './look.ts';

const FLOW = `How a message goes:

\`\`\`mermaid
flowchart LR
  accTitle: The way of a message
  accDescr: From the box to the model and back
  A[Box] --> B{Server}
  B -->|asks| C[Model]
  C --> B
  B --> D[Page]
\`\`\`

That is all.
`;

const frames = (page: Page) => page.locator('.mr-diagram iframe');

test('D96 a diagram is drawn in a frame of its own, light and dark, with its code within reach', async ({
  page,
  app,
}) => {
  app.script = [[FLOW]];
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await send(page, 'Draw it');
  await finished(page);
  const frame = frames(page);
  await expect(frame).toBeVisible({ timeout: 20_000 });
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(frame).toHaveAttribute('title', 'Diagram: The way of a message');
  await expect(frame.contentFrame().locator('svg')).toContainText('Model');
  expect((await frame.boundingBox())?.height).toBeGreaterThan(60);

  const code = page.locator('.mr-diagram pre');
  await expect(code).toBeHidden();
  await page.getByRole('button', { name: 'Show code' }).press('Enter');
  await expect(code).toContainText('flowchart LR');
  await look(page, 'diagram-light');
  await page.getByRole('button', { name: 'Hide code' }).click();
  await expect(code).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'diagram-phone-light');
  // It is drawn again when the colours change.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(frame.contentFrame().locator('html')).toHaveCSS('color-scheme', 'dark');
  await look(page, 'diagram-phone-dark');
  await page.setViewportSize({ width: 1280, height: 800 });
  await look(page, 'diagram-dark');
});

test('D359 a diagram without a title is called by what it is', async ({ page, app }) => {
  app.script = [
    ['```mermaid\nflowchart LR\n  A --> B\n```\n\nand\n\n```mermaid\nsequenceDiagram\n  A->>B: Hi\n```'],
  ];
  await send(page, 'Draw it');
  await finished(page);
  await expect(frames(page).first()).toHaveAttribute('title', 'Flowchart', { timeout: 20_000 });
  await expect(frames(page).last()).toHaveAttribute('title', 'Sequence diagram', { timeout: 20_000 });
});

test('D360 what is no diagram says why and shows its code; one that is far away is not drawn', async ({
  page,
  app,
}) => {
  const far = Array.from({ length: 60 }, (_, i) => `Line ${i}.`).join('\n\n');
  app.script = [[`\`\`\`mermaid\nflowchart LR\n  A --> --> B(\n\`\`\`\n\n${far}\n\n${FLOW}`]];
  await page.setViewportSize({ width: 800, height: 600 });
  await send(page, 'Draw it');
  await finished(page);
  const boxes = page.locator('.mr-diagram');
  // The sent message stays at the top, so the first diagram is in sight and the last is not.
  const problem = boxes.first().locator('.mr-diagram-problem');
  await expect(problem).toContainText('This diagram could not be drawn.', { timeout: 20_000 });
  await expect(boxes.first().locator('pre')).toBeVisible();
  await expect(boxes.first().locator('iframe')).toHaveCount(0);
  await expect(boxes.last().locator('iframe')).toHaveCount(0);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, 20_000);
  await expect(boxes.last().locator('iframe')).toBeVisible({ timeout: 20_000 });
});

const HOSTILE: readonly string[] = [
  'flowchart LR\n  A-->B\n  click A "javascript:top.pwned=1" _top\n  click B href "https://evil.example/x" _top',
  'flowchart LR\n  A["<img src=https://evil.example/i.png onerror=top.pwned=1>"]-->B["<script>top.pwned=1</script>"]',
  'flowchart LR\n  A["<a href=\'https://evil.example/\' target=_top>x</a>"] --> B["<iframe src=https://evil.example/></iframe>"]',
  '%%{init: {"securityLevel":"loose","htmlLabels":true,"flowchart":{"htmlLabels":true}}}%%\nflowchart LR\n  A["<svg onload=top.pwned=1>"]-->B\n  click A call top.pwned()',
  '%%{init: {"themeCSS":"* { background: url(https://evil.example/c.png) } @import url(https://evil.example/a.css);"}}%%\nflowchart LR\n  A-->B',
  '%%{init: {"fontFamily":"x; } * { background: url(https://evil.example/f.png) } x {"}}%%\nflowchart LR\n  A-->B',
  'flowchart LR\n  A-->B\n  style A fill:url(https://evil.example/s.png)\n  classDef x background:url(https://evil.example/d.png)\n  class B x',
  'sequenceDiagram\n  participant A\n  link A: Go @ javascript:top.pwned=1\n  links A: {"Go": "https://evil.example/l"}\n  A->>A: <b onmouseover=top.pwned=1>x</b>',
  'classDiagram\n  class A\n  link A "https://evil.example/c" "tip"\n  callback A "top.pwned" "tip"',
  'gantt\n  dateFormat YYYY-MM-DD\n  section A\n  T :a1, 2024-01-01, 3d\n  click a1 href "javascript:top.pwned=1"',
  '---\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n  A@{ img: "https://evil.example/p.png", label: "x" } --> B',
  `flowchart LR\n${Array.from({ length: 290 }, (_, i) => `  A${i} --> A${i + 1}`).join('\n')}`,
  `flowchart LR\n  A["${'x'.repeat(30_000)}"]`,
];

// A page that is not watched for problems: the frame's policy tells what it has refused.
test('X42 a hostile diagram asks nobody, runs nothing outside and leads nowhere', async ({
  context,
  app,
}) => {
  test.setTimeout(90_000);
  const page = await context.newPage();
  await signIn(page, app);
  const asked: string[] = [];
  page.on('response', (response) => asked.push(response.url()));
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'csp') asked.push(request.url());
  });
  const opened: string[] = [];
  context.on('page', (other) => opened.push(other.url()));
  page.on('dialog', (dialog) => opened.push(dialog.message()));
  app.script = [[HOSTILE.map((code) => `\`\`\`mermaid\n${code}\n\`\`\`\n\nThen\n`).join('\n')]];
  await send(page, 'Draw them');
  await finished(page);
  const before = page.url();
  const boxes = page.locator('.mr-diagram');
  await expect(boxes).toHaveCount(HOSTILE.length);
  for (const box of await boxes.all()) {
    await box.scrollIntoViewIfNeeded();
    await expect(box.locator('iframe:visible').or(box.locator('.mr-diagram-problem'))).toHaveCount(1, {
      timeout: 30_000,
    });
    const frame = box.locator('iframe');
    if ((await frame.count()) === 0) continue;
    const inside = frame.contentFrame();
    await expect(inside.locator('a[href], a[*|href], script:not([src]), image, img')).toHaveCount(0);
    for (const part of (await inside.locator('.node, .actor, .task').all()).slice(0, 3))
      await part.click({ force: true, timeout: 500 }).catch(() => {});
  }
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  expect(page.url()).toBe(before);
  expect(opened).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(app.url))).toEqual([]);
  for (const frame of page.frames()) expect(frame.url().startsWith(app.url)).toBe(true);
});

test('X42 the page that draws diagrams has a policy of its own, and only our page may frame it', async ({
  page,
  app,
}) => {
  const answer = await page.request.get(`${app.url}/diagram/`);
  expect(answer.status()).toBe(200);
  const policy = answer.headers()['content-security-policy'] ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
    "form-action 'none'",
    'sandbox allow-scripts',
  ])
    expect(policy).toContain(rule);
  const main = await page.request.get(`${app.url}/`);
  expect(main.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(main.headers()['content-security-policy']).not.toContain('unsafe-inline');
  const other = await page.request.get(`${app.url}/api/models`, { headers: { origin: 'null' } });
  expect(other.status()).toBe(403);
});
