import { everything } from '../../fixtures/mcp-servers.ts';
import { expect, test } from './app.ts';
import { look } from './look.ts';
import { openSettings } from './settings-page.ts';

test('X31 an MCP server is added by its command, shown with its tools, disabled and removed', async ({
  page,
}) => {
  const settings = await openSettings(page, 'Tools and approvals');
  const section = settings.locator('section', { has: page.getByRole('heading', { name: 'MCP servers' }) });
  const add = async (name: string, server: string): Promise<void> => {
    await section.getByRole('button', { name: 'Add a server' }).click();
    await section.getByLabel('Name', { exact: true }).fill(name);
    await section.getByLabel('Command or address').fill(server);
    await section.getByLabel('Environment variables or headers').fill('TOKEN=hush');
    await section.getByRole('button', { name: 'Add and connect' }).click();
  };
  await add('everything', [everything.command, ...everything.args].map((word) => `"${word}"`).join(' '));
  await expect(section.getByText('Connected')).toBeVisible();
  await expect(section.getByText('has TOKEN')).toBeVisible();
  await section.getByText(/^\d+ tools$/).click();
  await expect(section.getByText('get-sum')).toBeVisible();

  await add('broken', '/not/there --flag');
  await expect(section.getByRole('alert')).toContainText(
    'The program /not/there or its working folder was not found',
  );
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await look(page, 'settings-mcp');
  await page.emulateMedia({ colorScheme: 'dark' });
  await look(page, 'settings-mcp-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await look(page, 'settings-mcp-phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  await section.getByRole('button', { name: 'Disable everything' }).click();
  await expect(section.getByRole('button', { name: 'Enable everything' })).toBeVisible();
  await section.getByRole('button', { name: 'Remove everything' }).click();
  await section.getByRole('button', { name: 'Remove broken' }).click();
  await expect(section.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});
