import { type DrawDiagram, type FrameMessage, LONGEST_DIAGRAM, readDrawRequest } from './diagram-messages.ts';

/**
 * Runs in the frame of a diagram, which has its own origin and may send no requests. It says that it is
 * ready, draws the diagrams that it gets, and reports their height.
 */
export function startDiagramFrame(): void {
  let last: DrawDiagram | undefined;
  const place = document.body;
  addEventListener('message', ({ source, data }) => {
    const request = source === parent ? readDrawRequest(data) : undefined;
    if (request === undefined) return;
    last = request;
    draw(request, place, () => last === request).catch((error: unknown) =>
      tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
  });
  new ResizeObserver(() => tellSize(place)).observe(place);
  tell({ type: 'ready' });
}

function tell(message: FrameMessage): void {
  // The frame has no origin that could name its parent's; its messages are no secret.
  parent.postMessage(message, '*');
}

async function draw(
  { code, theme, isLarge }: DrawDiagram,
  place: Element,
  isWanted: () => boolean,
): Promise<void> {
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: theme === 'dark' ? 'dark' : 'neutral',
    darkMode: theme === 'dark',
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: LONGEST_DIAGRAM,
    maxEdges: 300,
    suppressErrorRendering: true,
    logLevel: 'fatal',
    // A diagram may not change any of these, nor load styles.
    secure: [
      ...OURS,
      'secure',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'logLevel',
    ],
  });
  const { svg } = await mermaid.render('diagram', code);
  if (!isWanted()) return;
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (drawn === null) throw new Error('Nothing was drawn.');
  disarm(drawn);
  document.documentElement.style.colorScheme = theme;
  if (isLarge) enlarge(drawn);
  place.replaceChildren(drawn);
  tellSize(place);
}

/** Of its own size a small diagram would be lost in a large frame; a taller one would not fit. */
function enlarge(drawn: SVGSVGElement): void {
  const { width, height } = drawn.viewBox.baseVal;
  const scale = Math.min(2.5, TALLEST / Math.max(height, 1));
  if (scale > 1) drawn.style.maxWidth = `${Math.round(width * scale)}px`;
}

const TALLEST = 1100;

const OURS = [
  ...['securityLevel', 'theme', 'themeCSS', 'themeVariables', 'fontFamily', 'altFontFamily'],
  ...['htmlLabels', 'dompurifyConfig', 'darkMode', 'flowchart', 'handDrawnSeed', 'look', 'layout'],
];

/** Links lead nowhere, and nothing is loaded: the policy would refuse it, but it should not even be tried. */
function disarm(drawn: Element): void {
  for (const element of drawn.querySelectorAll('script, image, img, iframe, object, embed, form, link, use'))
    element.remove();
  for (const element of [drawn, ...drawn.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes])
      if (/^on|href$|^src|^action$|^formaction$/i.test(name) || /url\s*\(\s*['"]?(?!#|['"]?#)/i.test(value))
        element.removeAttribute(name);
  for (const style of drawn.querySelectorAll('style'))
    if (/@import|url\s*\((?!\s*['"]?#)/i.test(style.textContent ?? '')) style.remove();
}

function tellSize(place: Element): void {
  const drawn = place.querySelector('svg');
  if (drawn === null) return;
  const title = drawn.querySelector(':scope > title')?.textContent ?? '';
  const kind = drawn.getAttribute('aria-roledescription') ?? '';
  tell({ type: 'drawn', height: place.getBoundingClientRect().height, title, kind });
}
