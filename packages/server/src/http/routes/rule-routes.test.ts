import { type KeptRule, ruleFor } from '@millrace/engine/approval';
import { type RuleInfo, ruleInfo, ruleList } from '@millrace/engine/run';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { beforeEach, expect, test } from 'vitest';
import { createExecuteCommand } from '../../tools/command/execute-command.ts';
import { describeApi } from './openapi.ts';
import { ruleRoutes } from './rule-routes.ts';

let app: Hono;

function start(workspace: string | undefined): void {
  const rules = new Map<string, KeptRule>();
  const store = {
    putRule: async (rule: KeptRule) => void rules.set(rule.id, rule),
    listRules: async () => [...rules.values()],
    deleteRule: async (id: string) => rules.delete(id),
  };
  app = new Hono();
  app.route('/api/rules', ruleRoutes({ store, workspace, tools: [createExecuteCommand()] }));
  app.onError((error) => (error instanceof HTTPException ? error.getResponse() : Promise.reject(error)));
}
beforeEach(() => start('/home/me/project'));

const USER = { scope: 'user', tool: 'read_file', verdict: 'allow' };
const COMMAND = { type: 'command', prefixes: [['npm', 'test']] };
const CHAT = { scope: 'chat', tool: 'execute_command', pattern: COMMAND, verdict: 'deny' };

const post = (body: object) =>
  app.request('/api/rules', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const keep = async (body: object): Promise<RuleInfo> => {
  const response = await post(body);
  expect(response.status).toBe(200);
  return ruleInfo.parse(await response.json());
};
const list = async (query = ''): Promise<RuleInfo[]> =>
  ruleList.parse(await (await app.request(`/api/rules${query}`)).json()).rules;
const remove = (id: string) => app.request(`/api/rules?id=${id}`, { method: 'DELETE' });

test('H23 a kept rule is listed with what it says', async () => {
  expect(await list()).toEqual([]);
  const rule = await keep({ ...CHAT, chat_id: 'c1' });
  expect(rule).toMatchObject({
    ...CHAT,
    of: 'c1',
    text: 'Deny execute_command for commands that begin with `npm test` in this chat.',
  });
  expect(rule).not.toHaveProperty('chat_id');
  expect(await list()).toEqual([rule]);
});

test('A250 the sentence of a rule takes what a tool is about from its definition', async () => {
  const whole = (tool: string) => keep({ scope: 'user', tool, verdict: 'allow' });
  expect((await whole('execute_command')).text).toBe(
    'Allow execute_command with any command, whatever it runs or changes, in all your chats.',
  );
  expect((await whole('read_file')).text).toBe('Allow read_file in all your chats.');
});

test('H23 a rule of the workspace is for the workspace of the server', async () => {
  expect(await keep({ ...USER, scope: 'workspace' })).toMatchObject({ of: '/home/me/project' });
  start(undefined);
  const refused = await post({ ...USER, scope: 'workspace' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    code: 'bad_rule',
    message: expect.stringContaining('no workspace'),
  });
});

test('H23 the same rule is kept once, and is the one of "always allow"; in another chat it is another one', async () => {
  const rule = await keep(USER);
  expect((await keep({ verdict: 'allow', tool: 'read_file', scope: 'user' })).id).toBe(rule.id);
  expect(ruleFor({ name: 'read_file', input: {} }, 'tool', { scope: 'user' }).rule?.id).toBe(rule.id);
  const [one, two] = [await keep({ ...CHAT, chat_id: 'c1' }), await keep({ ...CHAT, chat_id: 'c2' })];
  expect(one.id).not.toBe(two.id);
  expect(await list()).toHaveLength(3);
});

test('H23 the rules that hold in a chat are those of the user, of the workspace and its own', async () => {
  for (const chat_id of ['c1', 'c2']) await keep({ ...CHAT, chat_id });
  await keep(USER);
  await keep({ ...USER, scope: 'workspace' });
  expect((await list('?chat_id=c2')).map(({ scope, of }) => [scope, of])).toEqual([
    ['chat', 'c2'],
    ['user', ''],
    ['workspace', '/home/me/project'],
  ]);
  expect(await list()).toHaveLength(4);
});

test('A155 a rule for commands may name a folder, and its sentence tells it', async () => {
  const allow = { ...CHAT, chat_id: 'c1', verdict: 'allow', tool: 'execute_command' };
  const [root, sub] = [
    await keep(allow),
    await keep({ ...allow, pattern: { ...COMMAND, cwd: '/home/me/project/packages/a', whole: true } }),
  ];
  expect(root.text).toBe(
    "Allow execute_command for `npm test` (with no other words) in the workspace's folder, in this chat.",
  );
  expect(sub.text).toBe(
    'Allow execute_command for `npm test` in the folder `/home/me/project/packages/a`, in this chat.',
  );
});

test('H23 a rule is taken back once', async () => {
  const { id } = await keep(USER);
  const response = await remove(id);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({});
  expect(await list()).toEqual([]);
  const again = await remove(id);
  expect(again.status).toBe(404);
  expect(await again.json()).toMatchObject({ code: 'no_rule' });
});

test.each([
  [CHAT, 'bad_rule'],
  [{ ...USER, chat_id: 'c1' }, 'bad_rule'],
  [{ ...USER, verdict: 'maybe' }, 'bad_body'],
  [{ ...USER, pattern: { type: 'regex' } }, 'bad_body'],
  [{ ...USER, id: 'mine' }, 'bad_body'],
  [{ ...USER, pattern: { ...COMMAND, cwd: '../x' } }, 'bad_rule'],
  [{ ...USER, pattern: { ...COMMAND, cwd: 5 } }, 'bad_body'],
])('H23 %j is refused', async (body, code) => {
  const response = await post(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
  expect(await list()).toEqual([]);
});

test('H15 the routes of rules are described', () => {
  expect(describeApi(app.routes)).toMatchObject({
    paths: {
      '/api/rules': {
        get: { summary: expect.stringMatching(/./), parameters: [{ name: 'chat_id' }] },
        post: { summary: expect.stringMatching(/./), requestBody: {} },
        delete: { summary: expect.stringMatching(/./), parameters: [{ name: 'id' }] },
      },
    },
  });
});
