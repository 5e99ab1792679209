import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TrayAnswer } from './tray-answer.tsx';

const draw = (status: 'running' | 'completed', text?: string): string =>
  renderToStaticMarkup(
    <TrayAnswer
      id="a"
      content="Nine."
      status={status}
      {...(text !== undefined && { earlier: [{ cause: 'restart', text }] })}
    />,
  );

test('C274 the tray says that an answer was begun again, with the earlier words one press away', () => {
  for (const status of ['running', 'completed'] as const) {
    expect(draw(status, 'Ten per')).toContain('The server restarted; the answer was begun again.');
    expect(draw(status, 'Ten per')).toMatch(/aria-expanded="false"[^>]*>Show the earlier words/);
    expect(draw(status)).not.toContain('restarted');
  }
});
