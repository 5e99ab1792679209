import type { ToolCallItem } from '@millrace/engine';
import { approvalInterrupt } from '@millrace/engine/approval';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { adaptProps } from './adapt-props.ts';
import { toolUI } from './tool-ui.ts';

interface Tools {
  weather: { readonly args: { readonly city: string }; readonly result: { readonly degrees: number } };
}

const tools = toolUI<Tools>({
  weather: ({ args, result }) =>
    `${args.city}: ${typeof result === 'object' && 'degrees' in result ? result.degrees : result}`,
});

test('T284 a component is told what its tool takes and gives', () => {
  const Weather = tools['weather'];
  const props = { toolCallId: '1', toolName: 'weather', status: 'completed' } as const;
  expect(
    Weather && renderToStaticMarkup(<Weather {...props} args={{ city: 'Zug' }} result={{ degrees: 7 }} />),
  ).toBe('Zug: 7');
});

test('T284 what no tool has does not compile', () => {
  // @ts-expect-error there is no such tool
  toolUI<Tools>({ wether: () => null });
  // @ts-expect-error nobody said which tools there are
  toolUI({ weather: () => null });
  // @ts-expect-error a result may be a text, which has no fields
  toolUI<Tools>({ weather: ({ result }) => String(result !== undefined && 'degrees' in result) });
  // @ts-expect-error the tool takes no such argument
  toolUI<Tools>({ weather: ({ args }) => args.town });
  // @ts-expect-error the tool gives no such field
  toolUI<Tools>({ weather: ({ result }) => result?.degree });
  expect(Object.keys(tools)).toEqual(['weather']);
});

test('T15 a component is told all of a call that the contract has, as it came', () => {
  const status = fc.constantFrom('pending', 'running', 'completed', 'cancelled', 'error');
  const maybe = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.object(), maybe, fc.anything(), maybe, status, (...all) => {
      const [id, toolName, args, argsText, result, langchainToolCallId, is] = all;
      const item = {
        ...{ kind: 'tool-call', id, toolName, args, result, status: is, title: 'T', items: ['x'] },
        ...(argsText !== undefined && { argsText }),
        ...(langchainToolCallId !== undefined && { langchainToolCallId }),
      } as ToolCallItem;
      const { kind: _, id: toolCallId, title: __, items: ___, ...rest } = item;
      expect(adaptProps(item)).toStrictEqual({ toolCallId, ...rest });
      expect(adaptProps(item).args).toBe(args);
      expect(adaptProps(item).result).toBe(result);
    }),
  );
});

test('T15 a call without a result has none for its component', () => {
  const asked = approvalInterrupt({ tool: 'weather', input: {} });
  const item: ToolCallItem = { kind: 'tool-call', id: '1', toolName: 'weather', args: {}, status: 'running' };
  expect('result' in adaptProps(item)).toBe(false);
  expect(adaptProps({ ...item, status: 'pending', result: asked })).toMatchObject({
    status: 'pending',
    result: asked,
  });
});
